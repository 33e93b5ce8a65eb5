import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'

/** A sentence that the product can say, and the file that contains it. */
export interface Sentence {
  file: string
  text: string
}

/**
 * Collects all text written for people: screens, refusals, emails, SMS, PDFs, notifications, base lists and the demo.
 */
export function listSentences(): Sentence[] {
  const places = ['src', 'sw', 'contract', 'server', 'demo', 'manifest.webmanifest']
  return execFileSync('git', ['ls-files', ...places], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => !file.startsWith('server/db/migrations/') && file !== '')
    .flatMap((file) => extractSentences(file, readFileSync(file, 'utf8')))
}

/** Extracts the complete sentences of one file; values inserted at run time become `…`. Skips SQL and names. */
export function extractSentences(file: string, code: string): Sentence[] {
  const ending = file.split('.').at(-1) ?? ''
  if (ending === 'ts' || ending === 'tsx') return inCode(file, code)
  const texts = code.match(patterns[ending] ?? /$^/g) ?? []
  return texts.map(plain).flatMap((text) => (isSentence(text) ? { file, text } : []))
}

/** Patterns for text written for people in files that are not TypeScript. */
const patterns: Partial<Record<string, RegExp>> = {
  sql: /(?<=')[A-Z][a-z]*(?: [^'\n]+)(?=')/g,
  html: /(?<=>|content=")[^<>"{};]*[A-Za-z]{2}[^<>"{};]*(?=<|")/g,
  webmanifest: /(?<=": ")[A-Z][^"]+(?=")/g,
}

interface Node {
  type: string
  value?: unknown
  tag?: { name?: string }
  quasis?: { value: { cooked: string | null } }[]
  children?: Node[]
  expression?: Node
}

function inCode(file: string, code: string): Sentence[] {
  const found: Sentence[] = []
  const said = new Set<Node>()
  const say = (text: string) => isSentence(plain(text)) && found.push({ file, text: plain(text) })
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look)
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    const isSaid = said.has(node)
    if (/^(?:Import|TSLiteral|ExportAll)/.test(node.type)) return
    if (isSaid && node.type !== 'JSXElement') return
    if (node.type === 'TaggedTemplateExpression' && node.tag?.name === 'sql') return
    if (node.type === 'Literal' && typeof node.value === 'string') say(node.value)
    if (node.type === 'TemplateLiteral')
      say((node.quasis ?? []).map(({ value: part }) => part.cooked ?? '').join('…'))
    if (!isSaid && node.children?.some(isWord)) say(lineOf(node, said))
    Object.values(node).forEach(look)
  }
  look(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body)
  return found
}

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const isSentence = (text: string) => /[A-Za-z]{2}/.test(text) && /^[A-Z][a-z-]|\s/.test(text)
const isWord = ({ type, value }: Node) =>
  type === 'JSXText' && typeof value === 'string' && /[A-Za-z]{2}/.test(value)

/** The text of an element, including that of its child elements, which are then added to `said`. */
function lineOf(node: Node, said: Set<Node>): string {
  const parts = (node.children ?? []).map((child) => {
    if (child.type === 'JSXText') return said.add(child) && String(child.value)
    if (child.type === 'JSXElement') return said.add(child) && (lineOf(child, said) || '…')
    if (child.type !== 'JSXExpressionContainer') return ''
    if (child.expression?.type !== 'Literal') return '…'
    said.add(child)
    return String(child.expression.value)
  })
  return parts.join('')
}
