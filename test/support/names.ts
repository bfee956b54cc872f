/** Names with hidden characters, which look like other names. */
export const HIDING: readonly (readonly [name: string, hidden: string])[] = [
  ['a\u202egnp.exe', 'a direction override'],
  ['\u2066a', 'an isolate'],
  ['a\u200bb', 'a zero-width space'],
  ['a\u200db', 'a joiner between letters that do not join'],
  ['\ufeffa', 'a byte order mark'],
  ['a\u2060b', 'a word joiner'],
  ['a\u00adb', 'a soft hyphen'],
  ['a\u3164', 'a filler'],
  ['a\u034fb', 'a grapheme joiner'],
  ['a\nb', 'a line break'],
  ['a\r\nb', 'a line break of two characters'],
  ['a\u2028b', 'a line separator'],
  ['a\u0085b', 'a next line'],
  ['a\tb', 'a tab'],
  ['a\u007f', 'a control character'],
]

/** Names that need characters without a width. */
export const JOINING: readonly string[] = [
  '👩‍👩‍👧‍👦.png',
  '❤️‍🔥',
  '🏴󠁧󠁢󠁳󠁣󠁴󠁿.jpg',
  'می‌خواهم.png',
  'क्‍ष',
  '湖 🌊',
  'café',
  'cafe\u0301',
]
