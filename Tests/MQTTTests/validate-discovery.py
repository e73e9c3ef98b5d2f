"""Has Home Assistant's own schemas judge descriptions of devices.

Reads a line of JSON each, {"topic": …, "payload": …, "state": …}, and writes one: {"error": …}, or
{"components": {KEY: PLATFORM}, "values": {KEY: what a state comes to}, "commands": {KEY: what is sent}}.
"""
import asyncio
import importlib
import json
import logging
import re
import sys
import tempfile

from homeassistant.components.mqtt import discovery
from homeassistant.components.mqtt.models import MqttCommandTemplate, MqttValueTemplate
from homeassistant.core import HomeAssistant

TOPIC = re.compile(r"^homeassistant/device/(?:(?P<node>[a-zA-Z0-9_-]+)/)?(?P<object>[a-zA-Z0-9_-]+)/config$")


class Errors(logging.Handler):
    """Keeps what is logged: a payload that is refused is only logged."""

    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def judge(hass, errors, request):
    errors.lines.clear()
    match = TOPIC.match(request["topic"])
    if not match:
        return {"error": f"no topic of a device: {request['topic']}"}
    # Nothing but what stands there: this is how a device's payload is read.
    payload = discovery._parse_device_payload(hass, request["payload"], match["object"], match["node"])
    if not payload:
        return {"error": "; ".join(errors.lines) or "empty"}
    answer = {"components": {}, "values": {}, "commands": {}}
    for key, given in payload["components"].items():
        given = dict(given)
        platform = given.pop("platform")
        if not given:  # Home Assistant removes this component.
            continue
        config = discovery.MQTTDiscoveryPayload(given)
        config["device"], config["origin"] = payload["device"], payload["origin"]
        discovery._merge_common_device_options(config, payload)
        module = importlib.import_module(f"homeassistant.components.mqtt.{platform}")
        try:
            checked = module.DISCOVERY_SCHEMA(dict(config))
        except Exception as error:  # whatever it says
            return {"error": f"{key}: {error}"}
        answer["components"][key] = platform
        if (template := checked.get("value_template")) is not None:
            answer["values"][key] = MqttValueTemplate(template, entity=None).async_render_with_possible_json_value(request["state"])
        if (template := checked.get("command_template")) is not None:
            value = {"number": 40.0, "select": (checked.get("options") or [""])[0], "button": checked.get("payload_press"), "switch": checked.get("payload_on")}[platform]
            answer["commands"][key] = MqttCommandTemplate(template, entity=None).async_render(value)
    if errors.lines:
        return {"error": "; ".join(errors.lines)}
    return answer


async def main():
    with tempfile.TemporaryDirectory() as folder:
        hass = HomeAssistant(folder)
        errors = Errors()
        errors.setLevel(logging.WARNING)
        logging.getLogger("homeassistant").addHandler(errors)
        for line in sys.stdin:
            print(json.dumps(judge(hass, errors, json.loads(line))), flush=True)
        await hass.async_stop(force=True)


asyncio.run(main())
