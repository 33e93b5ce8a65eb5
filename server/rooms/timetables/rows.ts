import type { Readable } from 'node:stream'
import { CsvError, parse, type InfoRecord } from 'csv-parse'
import { parseCell, cellErrors, type CellValue } from './cells.ts'
import { parseCellFormat, type FeedFile } from './feed-files.ts'
import { FeedError, makeFault, type makeFaultCollector } from './faults.ts'

/** Rows of one file, as one list for each column. `lines`: the number of the last line of each row. */
export type RowBatch = { lines: number[]; columns: CellValue[][] }

const batchRows = 5000

/**
 * Returns a file's rows in batches of 5,000, with columns in the order of `file.columns`. Unknown columns are skipped,
 * and a missing optional one is null. Unreadable cells go to `faults`; after `wrongCells` of them reading stops.
 * Throws FeedError for a missing column and for unclosed quotes.
 */
export async function* readRows(
  text: Readable,
  name: string,
  file: FeedFile,
  faults: ReturnType<typeof makeFaultCollector>,
  wrongCells: number,
): AsyncGenerator<RowBatch> {
  const columns = Object.entries(file.columns).map(([column, cell]) => ({
    column,
    ...parseCellFormat(cell),
  }))
  let places: number[] | undefined
  let batch = emptyBatch(columns.length)
  for await (const { record, info } of csvRecords(text, name)) {
    if (places === undefined) {
      places = columns.map(({ column }) => record.indexOf(column))
      refuseMissing(name, columns, places)
      continue
    }
    batch.lines.push(info.lines)
    for (const [index, { column, kind, filled }] of columns.entries()) {
      const value = record[places[index] ?? -1] ?? ''
      const cell = value === '' ? null : parseCell(kind, value)
      if (cell === undefined)
        faults.add(name, `${column} is ${cellErrors[kind]}`, info.lines, value)
      if (cell === null && filled) faults.add(name, `${column} is empty`, info.lines, '')
      batch.columns[index]?.push(cell ?? null)
    }
    if (faults.total() > wrongCells) {
      faults.add(name, `is not read on after ${wrongCells} wrong cells`, info.lines, '')
      return
    }
    if (batch.lines.length < batchRows) continue
    yield batch
    batch = emptyBatch(columns.length)
  }
  if (places === undefined && file.required) throw new FeedError([makeFault(name, 'is empty')])
  if (batch.lines.length > 0) yield batch
}

function emptyBatch(columns: number): RowBatch {
  return { lines: [], columns: Array.from({ length: columns }, () => []) }
}

function refuseMissing(
  name: string,
  columns: { column: string; stands: boolean }[],
  places: number[],
) {
  const missing = columns.filter(({ stands }, index) => stands && places[index] === -1)
  if (missing.length === 0) return
  throw new FeedError(missing.map(({ column }) => makeFault(name, `has no column ${column}`, 1)))
}

async function* csvRecords(text: Readable, name: string) {
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: 131_072,
    record_delimiter: ['\r\n', '\n', '\r'],
  })
  text.on('error', (error) => parser.destroy(error))
  try {
    yield* text.pipe(parser) as AsyncIterable<{ record: string[]; info: InfoRecord }>
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new FeedError([makeFault(name, `cannot be read: ${error.message}`, parser.info.lines)])
  } finally {
    text.destroy()
  }
}
