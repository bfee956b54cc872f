#!/usr/bin/env python3
"""A command engine (../README.md): moving colours and a tone, drawn by ffmpeg. Put your model into encode() and render()."""
import json, os, subprocess, sys, zlib

def say(**line):
    print(json.dumps(line), flush=True)

def encode(task, material, inputs, folder):
    # With context IR the prompt's words choose the colours, without it the seed does.
    words = task["prompt"].lower().split() if task["use_context_ir"] else [f"seed {task['seed']}"]
    colours = [f"0x{zlib.crc32(word.encode()) & 0xFFFFFF:06x}" for word in sorted(set(words), key=len)[-4:]]
    with open(os.path.join(folder, "plan.json"), "w") as file:
        json.dump({"colours": colours if len(colours) > 1 else colours + ["0x102030"]}, file)
    say(done={"path": "plan.json", "context_ir_applied": task["use_context_ir"]})

def render(task, material, inputs, folder):
    if "forbidden" in task["prompt"]:
        return say(refused={"reason": "content_policy_input", "detail": "The prompt asks for something that is not allowed."})
    colours = json.load(open(inputs["encoded"]))["colours"]
    size, image = f"{task['width']}x{task['height']}", material["input_image"] or material["end_image"]
    ramp = "".join(f":c{i}={colour}" for i, colour in enumerate(colours)) + f":n={len(colours)}:x0=0:y0=0"
    ramp = f"gradients=s={size}:speed=0.02{ramp}:x1={task['width']}:y1={task['height']}"
    scene = ["-loop", "1", "-i", image["path"]] if image else ["-f", "lavfi", "-i", ramp]
    tone = ["-f", "lavfi", "-i", "sine=220:r=48000", "-shortest"] if task["audio"] else []
    video = ["-vf", f"scale={size},setsar=1,fps={task['fps']},format=yuv420p", "-frames:v", str(task["frames"]), "rendered.mp4"]
    command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-progress", "pipe:1", *scene, *tone, *video]
    drawing = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    for line in drawing.stdout:
        if line.startswith("frame="):
            say(progress=min(1, int(line[6:]) / task["frames"]))
    say(done={"path": "rendered.mp4"}) if drawing.wait() == 0 else say(failed={"detail": "ffmpeg failed: see the log"})

request = json.load(sys.stdin)
if request.get("describe"):
    modes = {mode: {"accelerated": False} for mode in ("text_to_video", "image_to_video")}
    say(describe={"modes": modes, "context_ir": True, "stages": ["encode", "render"]})
else:
    stage = {"encode": encode, "render": render}[request["stage"]]
    stage(request["task"], request["material"], request["inputs"], request["folder"])
