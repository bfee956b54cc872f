#!/usr/bin/env python3
"""An engine for vidgate as a command: a template for a Python model.

    ENGINE=command
    ENGINE_COMMAND="python3 workers/engine/examples/engine.py"

It reads one JSON object from standard input and writes lines of JSON to standard output (see ../README.md). This example needs
Python 3 and ffmpeg on the PATH for its sample video. Replace render() by your model.
"""

import json
import os
import shutil
import signal
import subprocess
import sys

child = None


def say(**line):
    print(json.dumps(line), flush=True)


def describe():
    # Do not load the model for this.
    say(
        describe={
            "modes": ["text_to_video", "image_to_video"],
            "max_references": None,
            "audio_only": False,
            # vidgate packages and upscales, and there is nothing to prepare.
            "stages": ["render"],
        }
    )


def render(request):
    task, material = request["task"], request["material"]
    if shutil.which("ffmpeg") is None:
        # Another attempt would fail too.
        say(failed={"detail": "ffmpeg is not installed", "retry": False})
        return
    if "forbidden" in task["prompt"]:
        say(refused={"reason": "content_policy_input", "detail": "The prompt asks for something that is not allowed."})
        return

    path = os.path.join(request["folder"], "rendered.mp4")
    size = f"{task['width']}x{task['height']}"
    image = material["input_image"] or material["end_image"]
    if image:
        picture = ["-loop", "1", "-framerate", str(task["fps"]), "-i", image["path"]]
        # A start image is stretched to the canvas.
        shape = f"scale={size.replace('x', ':')},setsar=1"
    else:
        picture = ["-f", "lavfi", "-i", f"gradients=size={size}:rate={task['fps']}:seed={task['seed']}:speed=0.05"]
        shape = "null"
    sound = ["-f", "lavfi", "-i", "sine=frequency=220:sample_rate=48000"] if task["audio"] else []
    seconds = task["frames"] / task["fps"]
    run(
        ["ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-progress", "pipe:1", *picture, *sound]
        + ["-vf", shape, "-frames:v", str(task["frames"]), "-t", f"{seconds:.6f}"]
        + ["-c:v", "libx264", "-profile:v", "high", "-pix_fmt", "yuv420p"]
        + (["-c:a", "aac"] if task["audio"] else [])
        + [path],
        task["frames"],
    )
    # accelerated: whether the render really was accelerated; task["accelerated"] is only a request.
    say(done={"path": path, "accelerated": False})


def run(command, frames):
    global child
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    for line in child.stdout:
        name, _, value = line.strip().partition("=")
        if name == "frame":
            say(progress=min(1, int(value) / frames))
    if child.wait() != 0:
        raise RuntimeError(f"ffmpeg ended with {child.returncode}")


def stop(*_):
    # Processes that still run a second later are killed.
    if child is not None:
        child.kill()
    sys.exit(1)


def main():
    signal.signal(signal.SIGTERM, stop)
    request = json.load(sys.stdin)
    if request.get("describe"):
        describe()
    elif request["stage"] == "render":
        render(request)
    else:
        say(unsupported=True)


if __name__ == "__main__":
    main()
