import { AV_BUFFERSRC_FLAG_KEEP_REF, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import { type FilterContext, FilterGraph, type FormatContext, Frame, type Stream } from 'node-av/lib'
import { check, decodeStream, openFile } from './bound-files.ts'
import { audioFilters, clipOf } from './clip.ts'
import { type Clip, Unreadable, type VideoSettings } from './codec.ts'
import { MATERIAL, readSource, videoFilters } from './source.ts'

export async function* decodeVideo(path: string, settings: VideoSettings): AsyncGenerator<Uint8Array> {
  const source = await readSource(path)
  let left = settings.frames
  for await (const frame of filteredVideo(path, source.id, videoFilters(source, settings))) {
    if (left-- === 0) return
    yield frame.toBuffer()
  }
}

/** Frames of the track with that id, after a filter chain. */
export async function* filteredVideo(path: string, id: number, filters: string): AsyncGenerator<Frame> {
  await using input = await openMaterial(path)
  const stream = input.streams.find((each) => each.id === id && each.codecpar.codecType === AVMEDIA_TYPE_VIDEO)
  if (!stream) throw new Unreadable('its video track is not found')
  const { num, den } = stream.timeBase
  const chainOf = (frame: Frame) => {
    const colours = `colorspace=${frame.colorSpace}:range=${frame.colorRange}`
    const shape = `video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:pixel_aspect=1/1`
    return `buffer@in=${shape}:time_base=${num}/${den}:${colours},${filters},buffersink@out`
  }
  yield* filterFrames(framesOf(input, stream), chainOf)
}

export async function decodeAudio(path: string, samples: number): Promise<Clip> {
  const parts: Buffer[] = []
  let count = 0
  for await (const frame of filteredAudio(path, audioFilters(samples))) {
    parts.push(frame.toBuffer())
    count += frame.nbSamples
    if (count >= samples) break
  }
  return clipOf(parts, samples)
}

/** Sound of the first audio track, after a filter chain. */
export async function* filteredAudio(path: string, filters: string): AsyncGenerator<Frame> {
  await using input = await openMaterial(path)
  const stream = input.streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO)
  if (!stream) throw new Unreadable('no audio track')
  const { num, den } = stream.timeBase
  const chainOf = (frame: Frame) => {
    const { mask, nbChannels } = frame.channelLayout
    const layout = mask > 0n ? `0x${mask.toString(16)}` : `${nbChannels}c`
    const shape = `sample_fmt=${frame.format}:sample_rate=${frame.sampleRate}:channel_layout=${layout}`
    return `abuffer@in=${shape}:time_base=${num}/${den},${filters},abuffersink@out`
  }
  yield* filterFrames(framesOf(input, stream), chainOf)
}

/**
 * Decodes nothing to find stream parameters: the bindings cannot limit the frame size of such a probe, and containers of
 * uploads have all parameters that a decoder needs.
 */
async function openMaterial(path: string): Promise<FormatContext> {
  return openFile(path, MATERIAL).catch((error: unknown) => {
    throw new Unreadable(String(error))
  })
}

async function* framesOf(input: FormatContext, stream: Stream): AsyncGenerator<Frame> {
  try {
    // A damaged packet loses its frame, not the whole video.
    for await (const frame of decodeStream(input, stream, () => {})) {
      frame.pts = frame.bestEffortTimestamp
      yield frame
    }
  } catch (error) {
    throw new Unreadable(String(error))
  }
}

/** Runs frames through a filter chain, which is rebuilt when the format of the frames changes. */
async function* filterFrames(frames: AsyncGenerator<Frame>, chainOf: (frame: Frame) => string): AsyncGenerator<Frame> {
  let graph: Graph | null = null
  using out = new Frame()
  out.alloc()
  try {
    for await (const frame of frames) {
      const chain = chainOf(frame)
      if (graph && graph.chain !== chain) {
        yield* pass(graph, null, out)
        graph.close()
        graph = null
      }
      graph ??= await openGraph(chain)
      yield* pass(graph, frame, out)
    }
    if (graph) yield* pass(graph, null, out)
  } finally {
    graph?.close()
  }
}

interface Graph {
  readonly chain: string
  readonly source: FilterContext
  readonly sink: FilterContext
  close(): void
}

async function openGraph(chain: string): Promise<Graph> {
  const graph = new FilterGraph()
  graph.alloc()
  check(graph.parse2(chain), 'set up the filters')
  check(await graph.config(), 'set up the filters')
  const [source, sink] = ['buffer@in', 'buffersink@out'].map(
    (name) => graph.getFilter(name) ?? graph.getFilter(`a${name}`),
  )
  if (!source || !sink) throw new Error('the filters have no ends')
  return { chain, source, sink, close: () => graph.free() }
}

async function* pass(graph: Graph, frame: Frame | null, out: Frame): AsyncGenerator<Frame> {
  check(await graph.source.buffersrcAddFrame(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'filter')
  while ((await graph.sink.buffersinkGetFrame(out)) >= 0) {
    yield out
    out.unref()
  }
}
