// What is tried with curl, with the real program where the suite has one that stands in.
process.env['CURL_PATH'] = 'curl'

await import('../../rest/files/413-too-large.test.ts')
await import('../../guides/guides.test.ts')
await import('../../guides/readme.test.ts')
