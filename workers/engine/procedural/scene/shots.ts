import type { Material, MaterialFile, TaskInput } from '../../engine.ts'
import { smoothstep } from '../pixels/math.ts'

/** A section of the video and its content. */
export interface Shot {
  readonly of: 'scene' | 'start' | 'end' | 'picture' | 'video'
  /** Its index among the references; null if it is not a reference. */
  readonly reference: number | null
  /** The first frame that shows it, and one past the last: it stays until the next shot has faded in. */
  readonly from: number
  readonly until: number
  /** Length of its fade-in, in frames. */
  readonly fade: number
}

/** A section of the sound in which a reference plays, in frames. */
export interface Cue {
  readonly reference: number
  readonly from: number
  readonly frames: number
}

type Part = Pick<Shot, 'of' | 'reference'> & { readonly frames: number }

const SCENE = { of: 'scene', reference: null } as const

/** Maximum length of a dissolve between two shots. */
const LONGEST_FADE = 20
/** Minimum frames per shot; with fewer, the scene is left out in favour of the references. */
const CROWDED = 14

/** The timeline. Every image and every video of the caller gets its share. */
export function planShots({ mode, frames }: TaskInput, material: Material): Shot[] {
  if (mode === 'text_to_video') return join([{ ...SCENE, frames }])
  if (mode === 'reference_to_video') return join(partsOf(material.references, frames))
  if (!material.endImage) return join([{ of: 'start', reference: null, frames }])
  const first = material.inputImage ? 'start' : 'scene'
  const [from, fade] = [Math.round(frames * 0.24), Math.round(frames * 0.48)]
  return [
    { of: first, reference: null, from: 0, until: from + fade, fade: 0 },
    { of: 'end', reference: null, from, until: frames, fade },
  ]
}

/** Strength of the scene over a start and an end image: 0 where they must be exact, 1 away from there. */
export function wholeOf(shots: readonly Shot[], frames: number, frame: number): number {
  const ramp = Math.min(30, frames / 3)
  const rise = shots[0]?.of === 'start' ? smoothstep(0, ramp, frame) : 1
  const fall = shots.at(-1)?.of === 'end' ? smoothstep(0, ramp, frames - 1 - frame) : 1
  return rise * fall
}

/** Reference sounds in sequence, each with its share of the time. */
export function planCues({ mode, frames }: TaskInput, material: Material): Cue[] {
  if (mode !== 'reference_to_video') return []
  const sounds = material.references.flatMap((file, reference) =>
    file.kind === 'audio' ? [{ reference, want: Math.ceil(((file.durationMs ?? 0) * 24) / 1000) }] : [],
  )
  const shares = deal(
    frames,
    sounds.map(({ want }) => want),
  )
  let from = 0
  return sounds.map(({ reference }, i) => {
    const cue = { reference, from, frames: shares[i] ?? 0 }
    from += cue.frames
    return cue
  })
}

/**
 * References in the caller's order. A video plays from its first frame and shows only the frames that are used (spec 4.10
 * rule 4); alone it plays as long as possible. With enough frames the scene plays before a first image and at the end. It also
 * fills the remaining time.
 */
function partsOf(references: readonly MaterialFile[], frames: number): Part[] {
  const seen = references.flatMap((file, reference): Part[] => {
    if (file.kind === 'audio') return []
    return [{ of: file.kind === 'image' ? 'picture' : 'video', reference, frames: file.frames ?? 0 }]
  })
  const pictures = seen.filter(({ of }) => of === 'picture').length
  const framed = pictures > 0 && frames / (seen.length + 2) >= CROWDED
  const scene = { ...SCENE, frames: framed ? Math.round(frames * 0.16) : 0 }
  const opening = seen[0]?.of === 'picture' ? [scene] : []
  const wishes = [...opening, ...seen, scene].map((part) => ({
    ...part,
    frames: part.of === 'picture' ? Math.max(72, Math.round((frames * 0.5) / pictures)) : part.frames,
  }))
  const shares = deal(
    frames,
    wishes.map((part) => part.frames),
  )
  const rest = frames - shares.reduce((sum, share) => sum + share, 0)
  const early = opening.length > 0 ? rest >> 1 : 0
  return wishes
    .map((part, i) => {
      const more = i === wishes.length - 1 ? rest - early : i === 0 ? early : 0
      return { ...part, frames: (shares[i] ?? 0) + more }
    })
    .filter((part) => part.frames > 0)
}

function join(parts: readonly Part[]): Shot[] {
  const shots: Shot[] = []
  let from = 0
  for (const [i, { of, reference, frames }] of parts.entries()) {
    const next = parts[i + 1]
    const until = from + frames + (next ? fadeOf(next) : 0)
    shots.push({ of, reference, from, until, fade: i === 0 ? 0 : fadeOf(parts[i] as Part) })
    from += frames
  }
  return shots
}

function fadeOf({ frames }: Part): number {
  return Math.max(1, Math.min(LONGEST_FADE, Math.floor(frames * 0.6)))
}

/** Divides `total` evenly into whole numbers; no share exceeds its maximum. */
export function deal(total: number, wants: readonly number[]): number[] {
  const shares = wants.map(() => 0)
  const order = wants.map((_, i) => i).sort((a, b) => (wants[a] ?? 0) - (wants[b] ?? 0) || a - b)
  let left = total
  for (const [done, i] of order.entries()) {
    const share = Math.min(wants[i] ?? 0, Math.floor(left / (order.length - done)))
    shares[i] = share
    left -= share
  }
  return shares
}
