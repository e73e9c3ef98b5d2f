"""Has the schemas of CI services judge their files. usage: validate-ci.py FOLDER-OF-SCHEMAS SCHEMA FILE; prints what is wrong, a line each."""
import json
import sys

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """YAML 1.2 as these services have it: `on` is a word."""


Loader.yaml_implicit_resolvers = {
    key: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"] for key, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", __import__("re").compile("^(?:true|false)$"), "tf")

folder, name, path = sys.argv[1:]
with open(f"{folder}/{name}.json") as file:
    schema = json.load(file)
with open(path) as file:
    document = yaml.load(file, Loader)
validator = jsonschema.validators.validator_for(schema)
for error in sorted(validator(schema).iter_errors(document), key=str):
    print("/".join(map(str, error.absolute_path)) or "the file", error.message[:300].replace("\n", " "), sep=": ")
