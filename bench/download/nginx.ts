import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Closing } from '../../test/support/closing.ts'

const PROGRAMS = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']
const READY_WITHIN_MS = 5000

export interface Nginx {
  readonly version: string
  readonly port: number
}

/** nginx in one process, like a gateway, with sendfile. @returns null if this machine has none */
export async function startNginx(root: string, dir: string, closing: Closing): Promise<Nginx | null> {
  const program = PROGRAMS.find((each) => existsSync(each))
  if (!program) {
    console.log('nginx is not installed and is skipped. On Debian, install it with `apt-get install nginx-light`.')
    return null
  }
  const folder = join(dir, 'nginx')
  await mkdir(folder)
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configOf(root, folder, port))
  const log = join(folder, 'error.log')
  const child = spawn(program, ['-p', folder, '-e', log, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = once(child, 'exit')
  closing.push(async () => {
    child.kill('SIGTERM')
    await gone
  })
  const ended = gone.then(async () => {
    throw new Error(`nginx ended: ${await readFile(log, 'utf8')}`)
  })
  ended.catch(() => {})
  await Promise.race([answering(port), ended])
  return { version: await versionOf(program), port }
}

function configOf(root: string, folder: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/tmp;`,
  )
  return `daemon off; master_process off; pid ${folder}/pid;
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; default_type video/mp4;
  ${temporary.join(' ')}
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`
}

/** nginx does not accept port 0. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

async function answering(port: number): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (connected) return
    if (performance.now() > deadline) throw new Error('nginx was not ready in time')
    await pause(20)
  }
}

async function versionOf(program: string): Promise<string> {
  const child = spawn(program, ['-v'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let text = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  await once(child, 'close')
  return text.trim().replace('nginx version: ', '')
}
