/** The length of a text in code points, not in UTF-16 units (docs/rules/create.md#text). */
export function codePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xdc00 || unit > 0xdfff) count++
  }
  return count
}

/** Whether nothing of a text is visible: white space, zero-width and control characters, the Braille blank. */
export function isBlank(text: string): boolean {
  return /^[\s\p{DI}\p{C}\u2800]*$/u.test(text)
}

/** Whether a text can be stored and echoed: no NUL characters, no lone surrogates. */
export function isCleanText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Control characters, line breaks, direction marks, and characters without width or shape. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|\u034f/u

/** Joiners that text needs: in emoji of several parts, after letters of joining scripts, and tags in flags. */
const JOINED = new RegExp(
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]|[\\p{scx=Arab}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Gujr}\\p{scx=Guru}' +
    '\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Taml}\\p{scx=Telu}])[\\u200c\\u200d](?=[\\p{L}\\p{M}\\p{So}])' +
    '|(?<=\\u{1f3f4})[\\u{e0020}-\\u{e007f}]+',
  'gu',
)

/** Whether a name has no hidden characters, which could make it look like another name. */
export function isPlainName(text: string): boolean {
  return !HIDDEN.test(text.replace(JOINED, ''))
}
