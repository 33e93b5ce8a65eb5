import { inflateSync } from 'node:zlib'

/**
 * Returns the text on a PDF's pages as copying or searching gives it, line by line, through the tables of its embedded
 * fonts. Throws if a font is only named, not embedded.
 */
export function parsePdfText(pdf: Buffer): string {
  const objects = objectsOf(pdf.toString('latin1'))
  const tables = tablesOf(objects)
  const pages = [...objects.values()].map(streamOf)
  const lines = pages.flatMap((page) =>
    Array.from(page.matchAll(/BT\n([\s\S]*?)ET\n/g), ([, block = '']) => lineOf(block, tables)),
  )
  return lines.join('\n').normalize('NFC')
}

/** Returns the contents of the indirect objects, by their numbers. */
function objectsOf(pdf: string): Map<string, string> {
  const found = pdf.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)
  return new Map(Array.from(found, ([, number = '', body = '']) => [number, body]))
}

/**
 * Returns an object's stream, decompressed; '' if it has none. Its `/Length` marks its end, since its last byte may be
 * a line end.
 */
function streamOf(object: string): string {
  const start = /stream\r?\n/.exec(object)
  if (start === null) return ''
  const from = start.index + start[0].length
  const bytes = object.slice(from, from + Number(/\/Length (\d+)/.exec(object)?.[1]))
  if (!object.includes('/FlateDecode')) return bytes
  return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
}

/** Returns the text of each font's glyphs, by font name and glyph number. */
function tablesOf(objects: Map<string, string>): Map<string, string[]> {
  const named = [...objects.values()].join('\n').matchAll(/^\/(F\d+) (\d+) 0 R$/gm)
  const files = [...objects.values()].filter((object) => object.includes('/FontFile2 '))
  return new Map(
    Array.from(named, ([, name = '', number = '']) => {
      const [, table = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number) ?? '') ?? []
      if (table === '' || files.length === 0) throw new Error(`${name} is not embedded`)
      const [, ranges = ''] =
        /beginbfrange([\s\S]*)endbfrange/.exec(streamOf(objects.get(table) ?? '')) ?? []
      const glyphs = Array.from(ranges.matchAll(/\[(.*?)\]/g), ([, range = '']) =>
        Array.from(range.matchAll(/<(.*?)>/g), ([, hex = '']) => textFrom(hex)),
      )
      return [name, glyphs.flat()]
    }),
  )
}

const textFrom = (hex: string) =>
  Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')

/** Returns the text of a block of text operators: `Tf` selects fonts, `TJ` shows glyphs of two bytes each. */
function lineOf(block: string, tables: Map<string, string[]>): string {
  let glyphs: string[] = []
  let line = ''
  for (const [, font, shown] of block.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (font !== undefined) glyphs = tables.get(font) ?? []
    for (const [glyph] of (shown ?? '').replaceAll(/>[^<]*</g, '').matchAll(/[0-9a-f]{4}/g))
      line += glyphs[Number.parseInt(glyph, 16)] ?? '\ufffd'
  }
  return line
}
