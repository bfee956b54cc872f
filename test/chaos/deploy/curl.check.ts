// The tests that use curl, with the real program instead of the suite's replacement.
process.env['CURL_PATH'] = 'curl'

await import('../../rest/files/413-too-large.test.ts')
await import('../../guides/guides.test.ts')
await import('../../guides/readme.test.ts')
