import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Font, openSync } from 'fontkit'

const require = createRequire(import.meta.url)

/** Noto Sans, which has the naira sign and the letters of all Nigerian languages with tone marks. */
const files = {
  regular: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
} as const
export type FontWeight = keyof typeof files

const read: Partial<Record<FontWeight, Font>> = {}

/** Returns the font of all PDFs, read once per process. A PDF contains only the letters that it uses. */
export function loadFont(weight: FontWeight): Font {
  read[weight] ??= readFont(files[weight])
  return read[weight]
}

/** Loads both weights, each in its own turn of the event loop: the first use takes 50 to 100 ms. */
export async function preloadFonts(): Promise<void> {
  loadFont('regular')
  await nextTurn()
  loadFont('bold')
}

function readFont(file: string): Font {
  const font = openSync(file)
  if (!('layout' in font)) throw new Error(`${file} holds more than one font`)
  nameGlyphs(font)
  font.layout('Ẹ̀')
  return font
}

/**
 * Gives each glyph the right character. A glyph keeps the character of its first use, which a PDF passes on to people
 * who copy its text. `ẹ` is drawn as e with a dot, so if it came first, every e would be copied as `ẹ`. So each glyph
 * is first used for its own character; ligatures are omitted.
 */
function nameGlyphs(font: Font): void {
  const isLigature = (code: number) => code >= 0xfb00 && code <= 0xfb06
  for (const code of font.characterSet) if (!isLigature(code)) font.glyphForCodePoint(code)
}
