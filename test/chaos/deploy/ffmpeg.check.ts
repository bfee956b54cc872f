// The tests of the codec behind FFMPEG_PATH, with the real program instead of the suite's replacement.
process.env['FFMPEG_PATH'] = 'ffmpeg'

for (const name of ['codec', 'decode', 'bad-material', 'reference-sound', 'reference-to-video', 'watermark']) {
  await import(`../../workers/engine/${name}.test.ts`)
}
await import('../../engines/conform.test.ts')
