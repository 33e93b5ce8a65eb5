import { formatMoment } from '#lib/format'
import { QueryResult } from '#ui/query-result'
import { DeskPage, MutedText } from '#ui/desk/page'
import { Pager } from '#ui/desk/pager'
import { Button } from '#ui/button'
import { DateField, SelectField, TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auditActionLabels } from './audit-action-labels.ts'
import styles from './members.module.css'
import { auditLogQuery, auditMembersQuery } from './queries.ts'

/** The audit log of this desk, newest first, page by page: of everybody or one member, of all days or one. */
export function AuditLogScreen() {
  const [filter, setFilter] = useState({ member: '', day: '', about: '', page: 1 })
  const { member, day, about, page } = filter
  const [sought, setSought] = useState('')
  const query = useQuery(
    auditLogQuery({
      page,
      ...(member && { member }),
      ...(day && { day }),
      ...(about && { about }),
    }),
  )
  const show = (next: Partial<typeof filter>) => setFilter({ ...filter, page: 1, ...next })
  const members = useQuery(auditMembersQuery).data ?? []
  return (
    <DeskPage title="Log">
      <div className={styles.filters}>
        <SelectField
          label="Who"
          value={member}
          options={[
            { value: '', label: 'Everybody' },
            ...members.map(({ id, name, has_left }) => ({
              value: id,
              label: has_left ? `${name} (left)` : name,
            })),
          ]}
          onChange={(id) => show({ member: id })}
        />
        <DateField label="Day" optional value={day} onChange={(to) => show({ day: to })} />
      </div>
      <Form
        onSubmit={() => show({ about: sought.trim() })}
        action={<Button type="submit">Find</Button>}
      >
        <TextField label="Booking, waybill or id" optional value={sought} onChange={setSought} />
      </Form>
      <QueryResult query={query}>
        {({ data, meta }) => (
          <>
            <ol className={styles.log}>
              {data.map(({ id, who, act, about, reason, at }) => (
                <li key={id}>
                  <b>{who}</b> {auditActionLabels[act] ?? act}
                  {reason !== null && `: ${reason}`}
                  <MutedText>
                    {formatMoment(Date.parse(at))}
                    {about !== null && ` · ${about}`}
                  </MutedText>
                </li>
              ))}
            </ol>
            {data.length === 0 && <MutedText>Nothing is in the log about this.</MutedText>}
            <Pager meta={meta} onPage={(to) => show({ page: to })} />
          </>
        )}
      </QueryResult>
    </DeskPage>
  )
}
