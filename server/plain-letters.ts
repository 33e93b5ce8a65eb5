/** Letters that Unicode does not take apart, among them the hooked ones of Hausa. */
const letters: Record<string, string> = {
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ƙ: 'k',
  Ƙ: 'K',
  ƴ: 'y',
  Ƴ: 'Y',
  ŋ: 'ng',
  Ŋ: 'NG',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ı: 'i',
  ɛ: 'e',
  Ɛ: 'E',
  ɔ: 'o',
  Ɔ: 'O',
  ǝ: 'e',
  Ǝ: 'E',
  þ: 'th',
  Þ: 'TH',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
  '₦': 'NGN ',
  '→': 'to',
  '·': '-',
  '−': '-',
}

/** Text in plain ASCII: marks dropped, other scripts left out. `Ọláìtán` becomes `Olaitan`. */
export function ascii(text: string): string {
  return Array.from(text, (character) => letters[character] ?? character)
    .join('')
    .normalize('NFD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
