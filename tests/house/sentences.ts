import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'

/** Something the product can say, and the file it stands in. */
export interface Sentence {
  file: string
  text: string
}

/** All that is written for people: screens, refusals, mails, SMS, PDFs and the worker's notifications. */
export function allSentences(): Sentence[] {
  const folders = ['src', 'sw', 'contract', 'server']
  return execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('server/db/'))
    .flatMap((file) => sentencesIn(file, readFileSync(file, 'utf8')))
}

/** The sentences in a file's code: words between tags, and text with a space or a capital; SQL and names are none. */
export function sentencesIn(file: string, code: string): Sentence[] {
  const found: Sentence[] = []
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look)
    if (typeof node !== 'object' || node === null) return
    const {
      type = '',
      tag,
      value,
    } = node as { type?: string; tag?: { name?: string }; value?: unknown }
    if (/^(?:Import|TSLiteral|ExportAll)/.test(type)) return
    if (type === 'TaggedTemplateExpression' && tag?.name === 'sql') return
    const text = textOf(type, value)
    if (text !== undefined && /[A-Za-z]{2}/.test(text) && /^[A-Z][a-z]|\s/.test(text))
      found.push({ file, text })
    Object.values(node).forEach(look)
  }
  look(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body)
  return found
}

function textOf(type: string, value: unknown): string | undefined {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return plain(value)
  if (type !== 'TemplateElement') return undefined
  const { cooked } = value as { cooked: string | null }
  return cooked === null ? undefined : plain(cooked)
}
