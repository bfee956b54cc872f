import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Chromium for the tests and for the pictures of the console: the installed one, or that of `@sparticuz/chromium`. */

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Files of the package, except its software renderer of WebGL, which is not used here. */
const ARCHIVES = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

/** For `launch` of playwright. */
export interface Chromium {
  readonly executablePath: string
  readonly env: Record<string, string>
}

/** @throws Error if there is none, with the package to install */
export async function findChromium(): Promise<Chromium> {
  const inherited = process.env as Record<string, string>
  const installed = process.env['CHROMIUM_PATH'] ?? INSTALLED.find((path) => existsSync(path))
  if (installed !== undefined) return { executablePath: installed, env: inherited }
  const machine = `${process.platform} ${process.arch}`
  if (machine !== 'linux x64') {
    throw new Error(`No browser is packaged for ${machine}. Install Chromium, or name one with CHROMIUM_PATH.`)
  }
  const folder = await unpacked()
  const libraries = [join(folder, 'al2023/lib'), inherited['LD_LIBRARY_PATH']].filter(Boolean).join(':')
  const fonts = join(folder, 'fonts.conf')
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...inherited, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fonts },
  }
}

/** Folder of the unpacked package. Unpacking takes some seconds, once per version. */
async function unpacked(): Promise<string> {
  const home = new URL('../', import.meta.resolve('@sparticuz/chromium'))
  const { version } = JSON.parse(await readFile(new URL('package.json', home), 'utf8'))
  const folder = join(CACHE, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(CACHE, { recursive: true })
  const unfinished = await mkdtemp(join(CACHE, 'chromium-unfinished-'))
  try {
    await unpack(home, unfinished)
    await writeFile(join(unfinished, 'fonts.conf'), FONTS)
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another process was faster, with the same result.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return folder
}

/** The package unpacks to the folder for temporary files. This process sets that to the wanted folder. */
async function unpack(home: URL, folder: string): Promise<void> {
  const paths = ARCHIVES.map((name) => fileURLToPath(new URL(`bin/${name}`, home)))
  const program = `import { inflate } from ${JSON.stringify(import.meta.resolve('@sparticuz/chromium'))}
    await Promise.all(process.argv.slice(1).map(inflate))`
  const flags = ['--input-type=module', '--eval', program, '--', ...paths]
  await promisify(execFile)(process.execPath, flags, { env: { ...process.env, TMPDIR: folder } })
}

/** The packaged fonts, for a machine that has none. */
const FONTS = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`
