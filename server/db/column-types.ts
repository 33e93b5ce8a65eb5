import type { ColumnType } from 'kysely'

/** A column that the database fills when an insert leaves it out. */
export type Generated<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>

export type Timestamp = ColumnType<Date, Date | string, Date | string>

export type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>

/**
 * jsonb. Read as whatever stands there, to be parsed; written as `JSON.stringify(value)`, because
 * the driver would turn an array into PostgreSQL's own array.
 */
export type Json = ColumnType<unknown, string, string>
