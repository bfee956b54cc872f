/** Length as the contract counts it: code points, not UTF-16 units. */
export function codePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xdc00 || unit > 0xdfff) count++
  }
  return count
}

/** Whether a reader would see nothing: white space, characters without width, controls, the blank of Braille. */
export function isBlank(text: string): boolean {
  return /^[\s\p{DI}\p{C}\u2800]*$/u.test(text)
}

/** Whether a text can be stored and echoed: no NUL characters, no lone surrogates (contract 2). */
export function isCleanText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
