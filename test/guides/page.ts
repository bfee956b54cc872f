// Loaded before a reader's programs: the parts of a page that their snippets use.

/** A player that loads its source, and fails if that is not a video. */
const player = {
  set src(address: string) {
    const load = async () => {
      const answer = await fetch(address, { headers: { Range: 'bytes=4-7' } })
      const text = await answer.text()
      if (answer.headers.get('content-type') !== 'video/mp4' || text !== 'ftyp') throw new Error(`no video: ${text}`)
      console.log('the player has loaded the video')
    }
    void load()
  },
}

Object.assign(globalThis, { document: { querySelector: () => player } })
