import { readdir, readFile, stat } from 'node:fs/promises'
import { keepDoing, type Target, upload } from '../attack.ts'
import { pictureOf } from '../picture.ts'
import { childrenOf } from '../processes.ts'

export const fatalPicture = () => pictureOf(9000)

/**
 * Kills each process that decodes a certain image, as a crash of native code would, and looks for secrets in its
 * environment.
 */
export async function crashes(target: Target): Promise<void> {
  const picture = await fatalPicture()
  const crash = async () => {
    for (const pid of await childrenOf(target.gatewayPid)) {
      if (await hasSecret(pid, target.gatewayPid)) target.count('secret')
      if (await isReading(pid, picture.length)) await crashOne(pid, picture.length, target)
    }
    return 'looked'
  }
  await Promise.all([
    keepDoing(target, { atOnce: 1, pauseMs: 20 }, crash),
    keepDoing(target, { atOnce: 2, pauseMs: 300 }, () => upload(target, picture, 'picture.png')),
  ])
}

/**
 * Whether a child of the gateway has the database's address. A child before its exec is still a copy of the gateway.
 */
async function hasSecret(pid: number, gatewayPid: number): Promise<boolean> {
  const read = (id: number, what: string) => readFile(`/proc/${id}/${what}`, 'latin1').catch(() => '')
  const environment = await read(pid, 'environ')
  return environment.includes('DATABASE_URL=') && (await read(pid, 'cmdline')) !== (await read(gatewayPid, 'cmdline'))
}

/** Whether a process has a file of this size open. */
async function isReading(pid: number, bytes: number): Promise<boolean> {
  const folder = `/proc/${pid}/fd`
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map((name) =>
      stat(`${folder}/${name}`).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.includes(bytes)
}

/** Stopped meanwhile, so that it cannot start the next file. */
async function crashOne(pid: number, bytes: number, { count }: Target): Promise<void> {
  try {
    process.kill(pid, 'SIGSTOP')
    if (await isReading(pid, bytes)) {
      process.kill(pid, 'SIGSEGV')
      count('crashed')
    }
    process.kill(pid, 'SIGCONT')
  } catch {
    // It has just ended.
  }
}
