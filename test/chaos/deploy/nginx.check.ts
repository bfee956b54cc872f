// The proxy file of deploy/, checked by nginx itself.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folder = await mkdtemp(join(tmpdir(), 'vidgate-nginx-'))
after(() => rm(folder, { recursive: true, force: true }))

const run = (program: string, ...args: readonly string[]) => {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  return { status, stderr: error?.message ?? stderr }
}

test('nginx accepts the proxy file', async () => {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=video.example.com', '-days', '1']
  assert.equal(run('openssl', 'req', ...made, '-keyout', key, '-out', certificate).status, 0)

  // nginx opens certificates, logs and ports when it checks a file too.
  const text = (await readFile('deploy/nginx/vidgate.conf', 'utf8'))
    .replaceAll('/etc/ssl/vidgate/', `${folder}/`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replaceAll(/listen (\[::\]:)?(80|443)/g, (_listen, any = '', port) => `listen ${any}4${port.padStart(4, '0')}`)
  await writeFile(join(folder, 'vidgate.conf'), text)
  const main = `pid ${folder}/pid; error_log stderr; events {} http { include ${folder}/vidgate.conf; }`
  await writeFile(join(folder, 'nginx.conf'), main)

  const { status, stderr } = run('nginx', '-t', '-p', folder, '-c', join(folder, 'nginx.conf'))
  assert.equal(status, 0, stderr)
})
