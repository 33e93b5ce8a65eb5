import { formatCount } from '#contract/quantities'
import { QueryResult, MoreButton } from '#ui/query-result'
import { Button } from '#ui/button'
import { TextField } from '#ui/fields'
import { Link } from '#ui/link'
import { Notice } from '#ui/notice'
import { EmptyState } from '#ui/pictures/empty'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import styles from './directory.module.css'

interface Page<Item> {
  data: Item[]
  meta: { total: number }
}

/** The items that match the search parameters in the URL, with their count; if there are none, a link to all items. */
export function Directory<Item>({
  query,
  label,
  nouns: [singular, plural],
  nothing,
  onShowAll,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>
  label: string
  /** `['operator', 'operators']` */
  nouns: readonly [singular: string, plural: string]
  /** The sentence if nothing matches. */
  nothing: string
  onShowAll: () => void
  children: (item: Item) => ReactNode
}) {
  return (
    <QueryResult
      query={query}
      refused={{
        invalid_input: () => (
          <Notice tone="warning" title="One of these filters does not exist. Choose again." />
        ),
      }}
    >
      {({ pages }) => {
        const total = pages[0]?.meta.total ?? 0
        if (total === 0)
          return (
            <EmptyState
              picture="search"
              title={nothing}
              action={<Button onClick={onShowAll}>{`Show all ${plural}`}</Button>}
            />
          )
        return (
          <>
            <p className={styles.total}>{formatCount(total, singular, plural)}</p>
            <DirectoryList label={label}>
              {pages.flatMap(({ data }) => data).map(children)}
            </DirectoryList>
            <MoreButton query={query} />
          </>
        )
      }}
    </QueryResult>
  )
}

export function DirectoryList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

/** A line of a directory: its picture, its name, which makes the whole line a link, and facts about it. */
export function DirectoryRow({
  picture,
  to,
  name,
  children,
}: {
  picture?: ReactNode
  to: string
  name: string
  children?: ReactNode
}) {
  return (
    <li className={styles.row}>
      {picture}
      <div>
        <h2>
          <Link to={to}>{name}</Link>
        </h2>
        {children}
      </div>
    </li>
  )
}

/** Searches by name, as a plain form before any script has loaded. `children`: further filters. */
export function NameSearch({
  label,
  action,
  defaultValue,
  onSearch,
  children,
  ...form
}: {
  label: string
  /** The URL of the screen. */
  action: string
  defaultValue: string
  onSearch: (name: string) => void
  children: ReactNode
} & Pick<ComponentProps<'form'>, 'className'>) {
  const [name, setName] = useState(defaultValue)
  return (
    <form
      {...form}
      role="search"
      action={action}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(name.trim())
      }}
    >
      <div className={styles.search}>
        <TextField
          label={label}
          name="q"
          type="search"
          maxLength={60}
          value={name}
          onChange={setName}
        />
        <Button type="submit">Search</Button>
      </div>
      {children}
    </form>
  )
}
