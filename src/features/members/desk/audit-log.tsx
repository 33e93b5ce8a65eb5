import { formatMoment } from '#lib/format'
import { QueryResult } from '#ui/query-result'
import { DeskPage, Muted } from '#ui/desk/page'
import { Pager } from '#ui/desk/pager'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actLabels } from './act-labels.ts'
import styles from './members.module.css'
import { auditLogQuery } from './queries.ts'

/** The audit log of this desk, newest first, page by page. */
export function AuditLogScreen() {
  const [page, setPage] = useState(1)
  const query = useQuery(auditLogQuery(page))
  return (
    <DeskPage title="Log">
      <QueryResult query={query}>
        {({ data, meta }) => (
          <>
            <ol className={styles.log}>
              {data.map(({ id, who, act, about, reason, at }) => (
                <li key={id}>
                  <b>{who}</b> {actLabels[act] ?? act}
                  {reason !== null && `: ${reason}`}
                  <Muted>
                    {formatMoment(Date.parse(at))}
                    {about !== null && ` · ${about}`}
                  </Muted>
                </li>
              ))}
            </ol>
            <Pager meta={meta} onPage={setPage} />
          </>
        )}
      </QueryResult>
    </DeskPage>
  )
}
