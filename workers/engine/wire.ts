import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FPS } from '../../src/media/frames.ts'
import type { Material, MaterialFile, TaskInput } from './engine.ts'

/** A task as JSON for programs in any language. */
export function taskJson(task: TaskInput) {
  return {
    task_id: task.taskId,
    mode: task.mode,
    prompt: task.prompt,
    negative_prompt: task.negativePrompt,
    seed: task.seed,
    frames: task.frames,
    fps: FPS,
    width: task.width,
    height: task.height,
    audio: task.audio,
    accelerated: task.accelerated,
    use_context_ir: task.useContextIr,
    of_finished_work: task.ofFinishedWork,
  }
}

export function materialJson({ inputImage, endImage, references }: Material) {
  return {
    input_image: inputImage && fileJson(inputImage),
    end_image: endImage && fileJson(endImage),
    references: references.map(fileJson),
  }
}

function fileJson(file: MaterialFile) {
  return {
    kind: file.kind,
    content_type: file.contentType,
    path: file.path,
    width: file.width,
    height: file.height,
    duration_ms: file.durationMs,
    has_audio: file.hasAudio,
    frames: file.frames,
  }
}

/** The output of an encode that prepares nothing: render also conditions the model. */
export async function writeRequest(task: TaskInput, folder: string): Promise<string> {
  const path = join(folder, 'request.json')
  await writeFile(path, `${JSON.stringify({ task: taskJson(task) }, null, 2)}\n`)
  return path
}
