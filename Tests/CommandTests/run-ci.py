"""Runs the files of CI services step by step in a folder, as a runner would, without a network.

usage: run-ci.py WORK action ACTION.YML REPOSITORY INPUTS-AS-JSON
       run-ci.py WORK github ACTION.YML REPOSITORY WORKFLOW.YML
       run-ci.py WORK gitlab REPOSITORY CI.YML

INPUTS are those of one use of the action, or a list with those of several. The job fails if one of them does. With an input `before`, the script
that it contains runs before the action. A use with the input `attempt` is the first of a retry of the job, and `job` begins another job in the same
folder, with its index and the total of its matrix.

Each job gets a copy of REPOSITORY in WORK. Shell steps are really run; caches, checkouts and artifacts are folders in WORK. Prints a line of JSON:
{"jobs": [{"name", "result", "steps": {NAME: RESULT}, "summary", "output"}], "artifacts": {NAME: [FILE]}}.
"""
import fnmatch
import glob
import itertools
import json
import os
import re
import shutil
import subprocess
import sys

import yaml

ACTION = None
WORK = sys.argv[1]
ARTIFACTS = f"{WORK}/artifacts"


def value(text, context, status):
    """What an expression comes to; only what these files use."""
    names = {"failure()": status == "failure", "success()": status == "success", "cancelled()": False}
    terms = re.findall(r"'(?:[^']|'')*'|&&|\|\||==|!=|!|>|\d+|\(|\)|[a-z]+\(\)|[A-Za-z_][\w.-]*", text)
    code = []
    for term in terms:
        if term in ("==", "!=", "(", ")") and term not in names:
            code.append(term)
        elif term == ">" or term.isdigit():
            code.append(term)
        elif term in ("&&", "||", "!"):
            code.append({"&&": " and ", "||": " or ", "!": " not "}[term])
        elif term in names:
            code.append(repr(names[term]))
        elif term.startswith("'"):
            code.append(repr(term[1:-1].replace("''", "'")))
        else:
            found = context
            for part in term.split("."):
                found = found.get(part, "") if isinstance(found, dict) else ""
            code.append(repr(found if isinstance(found, (bool, int)) else str(found)))
    return eval("".join(code), {"__builtins__": {}})


def expand(text, context, status="success"):
    def word(match):
        found = value(match[1], context, status)
        return str(found).lower() if isinstance(found, bool) else str(found)

    return re.sub(r"\$\{\{(.*?)\}\}", word, str(text))


def due(condition, context, status):
    if condition is None:
        return status == "success"
    text = re.sub(r"^\$\{\{(.*)\}\}$", r"\1", str(condition).strip())
    wanted = bool(value(text, context, status))
    return wanted if re.search(r"(failure|success|cancelled|always)\(\)", text) else wanted and status == "success"


class Job:
    def __init__(self, name, repository):
        self.name, self.steps, self.output, self.strategy = name, {}, "", {"job-index": 0, "job-total": 1}
        self.attempt = 1
        self.folder = f"{WORK}/{re.sub('[^a-z0-9]', '-', name)}"
        self.workspace = f"{self.folder}/workspace"
        shutil.copytree(repository, self.workspace, symlinks=True)
        os.mkdir(f"{self.folder}/temp")
        self.environment = dict(
            os.environ, CI="true", GITHUB_ACTIONS="true", GITHUB_WORKSPACE=self.workspace, RUNNER_TEMP=f"{self.folder}/temp", HOME=f"{WORK}/home")
        for name in ("OUTPUT", "PATH", "STEP_SUMMARY"):
            self.environment[f"GITHUB_{name}"] = f"{self.folder}/{name}"

    def shell(self, script, environment):
        for name in ("OUTPUT", "PATH"):
            open(self.environment[f"GITHUB_{name}"], "w").close()
        path = f"{self.folder}/script.sh"
        with open(path, "w") as file:
            file.write(script)
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", path], cwd=self.workspace, env=self.environment | environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.output += done.stdout
        outputs = dict(line.rstrip("\n").split("=", 1) for line in open(self.environment["GITHUB_OUTPUT"]))
        for line in open(self.environment["GITHUB_PATH"]):
            self.environment["PATH"] = f"{line.strip()}:{self.environment['PATH']}"
        return done.returncode, outputs

    def uses(self, name, given, label):
        if name.startswith("actions/checkout@"):
            return 0, {}
        if name.startswith("actions/cache@"):
            assert given["path"] and given["key"], given
            return 0, {"cache-hit": "false"}
        if name.startswith("actions/upload-artifact@"):
            target = f"{ARTIFACTS}/{given['name']}"
            if not os.path.exists(f"{self.workspace}/{given['path']}"):
                self.output += f"::warning::there is no {given['path']}\n"
                return 0, {}
            if os.path.exists(target) and given.get("overwrite", "").lower() == "true":
                shutil.rmtree(target)
            if os.path.exists(target):
                self.output += f"the artifact {given['name']} exists\n"
                return 1, {}
            shutil.copytree(f"{self.workspace}/{given['path']}", target)
            return 0, {"artifact-url": f"https://example.invalid/{given['name']}"}
        if name.startswith("actions/download-artifact@"):
            for artifact in sorted(os.listdir(ARTIFACTS)):
                if fnmatch.fnmatch(artifact, given["pattern"]):
                    shutil.copytree(f"{ARTIFACTS}/{artifact}", f"{self.workspace}/{given['path']}/{artifact}")
            return 0, {}
        assert name.startswith("OWNER/subdial@"), name
        action = yaml.safe_load(open(ACTION))
        unknown = set(given) - set(action["inputs"])
        assert not unknown, unknown
        inputs = {key: given.get(key, field.get("default", "")) for key, field in action["inputs"].items()}
        # Numbers of a matrix are texts in the environment.
        running = {"action_path": os.path.dirname(ACTION), "run_attempt": self.attempt}
        context = {"inputs": inputs, "github": running, "strategy": self.strategy, "steps": {}}
        status = self.run(action["runs"]["steps"], context, f"{label}/")
        outputs = {key: expand(field["value"], context) for key, field in action["outputs"].items()}
        return 0 if status == "success" else 1, outputs

    def run(self, steps, context, prefix=""):
        status = "success"
        for number, step in enumerate(steps):
            label = prefix + step.get("name", step.get("uses", f"run {number}"))
            if not due(step.get("if"), context, status):
                self.steps[label] = "skipped"
                continue
            if "uses" in step:
                given = {key: expand(item, context, status) for key, item in step.get("with", {}).items()}
                code, outputs = self.uses(step["uses"], given, label)
            else:
                environment = {key: expand(item, context, status) for key, item in step.get("env", {}).items()}
                code, outputs = self.shell(expand(step["run"], context, status), environment)
            self.steps[label] = "success" if code == 0 else "failure"
            if "id" in step:
                context["steps"][step["id"]] = {"outputs": outputs, "outcome": self.steps[label]}
            if code != 0:
                status = "failure"
        return status

    def told(self, status):
        summary = self.environment["GITHUB_STEP_SUMMARY"]
        text = open(summary).read() if os.path.exists(summary) else ""
        return {"name": self.name, "result": status, "steps": self.steps, "summary": text, "output": self.output}


def github(repository, workflow):
    jobs, results = [], {}
    for name, job in yaml.safe_load(open(workflow))["jobs"].items():
        matrix = job.get("strategy", {}).get("matrix", {})
        needed = job.get("needs", [])
        needs = "failure" if any(results[n] != "success" for n in ([needed] if isinstance(needed, str) else needed)) else "success"
        if not due(job.get("if"), {}, needs):
            continue
        results[name] = "success"
        combinations = list(itertools.product(*matrix.values()))
        for index, values in enumerate(combinations):
            one = Job(" ".join([name, *map(str, values)]), repository)
            one.strategy = {"job-index": index, "job-total": len(combinations)}
            status = one.run(job["steps"], {"matrix": dict(zip(matrix, values)), "steps": {}})
            jobs.append(one.told(status))
            if status != "success":
                results[name] = status
    return jobs


def gitlab(repository, path):
    file, jobs, failed = yaml.safe_load(open(path)), [], False
    for stage in file["stages"]:
        earlier = glob.glob(f"{ARTIFACTS}/*/*")
        for name, job in file.items():
            if not isinstance(job, dict) or job.get("stage") != stage or failed and job.get("when") != "always":
                continue
            total = job.get("parallel", 1)
            for index in range(1, total + 1):
                one = Job(f"{name} {index}", repository)
                del one.environment["GITHUB_ACTIONS"], one.environment["GITHUB_STEP_SUMMARY"]
                for artifact in earlier:
                    shutil.copytree(artifact, f"{one.workspace}/{os.path.basename(artifact)}")
                status = "success"
                for line in job["script"]:
                    if one.shell(line, {"CI_NODE_INDEX": str(index), "CI_NODE_TOTAL": str(total)})[0] != 0:
                        status = "failure"
                        break
                kept = job["artifacts"]
                if status == "success" or kept.get("when") == "always":
                    assert "reports" not in kept or glob.glob(f"{one.workspace}/{kept['reports']['junit']}"), one.output
                    for pattern in kept["paths"]:
                        for found in glob.glob(f"{one.workspace}/{pattern}"):
                            shutil.copytree(found, f"{ARTIFACTS}/{name} {index}/{os.path.basename(found.rstrip('/'))}")
                one.environment["GITHUB_STEP_SUMMARY"] = f"{WORK}/none"
                jobs.append(one.told(status))
        failed = failed or any(job["result"] != "success" for job in jobs)
    return jobs


os.makedirs(ARTIFACTS)
os.makedirs(f"{WORK}/home")
kind, arguments = sys.argv[2], sys.argv[3:]
if kind == "gitlab":
    told = gitlab(*arguments)
else:
    ACTION, repository, what = arguments
    if kind == "github":
        told = github(repository, what)
    else:
        job, results, given = Job("job", repository), [], json.loads(what)
        for number, inputs in enumerate(given if isinstance(given, list) else [given]):
            before = [{"name": "before", "run": inputs.pop("before")}] if "before" in inputs else []
            if "attempt" in inputs or "job" in inputs:
                job.attempt = inputs.pop("attempt", 1)
                job.strategy = inputs.pop("job", job.strategy)
                # A runner empties the folder before each job.
                shutil.rmtree(job.environment["RUNNER_TEMP"])
                os.mkdir(job.environment["RUNNER_TEMP"])
            # Each use is a step of its own, which runs after a failure too.
            name = "action" if number == 0 else f"action {number + 1}"
            results.append(job.run(before + [{"name": name, "uses": "OWNER/subdial@v1", "with": inputs}], {"steps": {}}))
        told = [job.told("failure" if "failure" in results else "success")]
files = {
    name: sorted(os.path.relpath(f"{folder}/{file}", f"{ARTIFACTS}/{name}") for folder, _, files in os.walk(f"{ARTIFACTS}/{name}") for file in files)
    for name in os.listdir(ARTIFACTS)
}
print(json.dumps({"jobs": told, "artifacts": files}))
