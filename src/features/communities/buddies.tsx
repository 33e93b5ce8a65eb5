import { joinGroup } from '#contract/communities/endpoints'
import { GroupMembershipInput } from '#contract/communities/model'
import { call } from '#lib/api'
import { useForm } from '#lib/use-form'
import { QueryResult, MoreButton } from '#ui/query-result'
import { Button } from '#ui/button'
import { CheckField } from '#ui/choices'
import { SelectField } from '#ui/fields'
import { Form } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './communities.module.css'
import { batchesQuery } from './nysc-queries.ts'
import { buddiesQuery, myCommunityQuery, useRefreshCommunity } from './queries.ts'

/** The visible members of a camp's group by batch, and the user's own batch and visibility; null for non-members. */
export function CampMembers({ group }: { group: string }) {
  const mine = useQuery(myCommunityQuery)
  const here = mine.data?.groups.find(({ code }) => code === group)
  if (here === undefined) return null
  return <BuddyList key={group} group={group} {...here} />
}

function BuddyList({
  group,
  batch: mine,
  is_listed,
}: {
  group: string
  batch: string | null
  is_listed: boolean
}) {
  // Until something is chosen, the form follows the answer, which at first may be that of an earlier visit.
  const [chosen, setChosen] = useState<{ batch?: string; listed?: boolean }>({})
  const { batch, listed } = { batch: mine ?? '', listed: is_listed, ...chosen }
  const batches = useQuery(batchesQuery).data ?? []
  const buddies = useInfiniteQuery(buddiesQuery(group, batch))
  const form = useForm(GroupMembershipInput, {
    draft: { value: { batch, listed } },
    read: (values) => ({ group, batch: values.batch || null, is_listed: values.listed }),
    send: (input) => call(joinGroup, input),
    done: useRefreshCommunity(),
  })
  return (
    <Card label="Travel with others">
      <h2>Travel with others</h2>
      <Form
        onSubmit={form.submit}
        error={form.error}
        action={
          <>
            {form.isSaved && <Notice tone="success" live="polite" title="Saved." />}
            <Button type="submit" busy={form.isSending}>
              Save
            </Button>
          </>
        }
      >
        <SelectField
          label="Batch"
          value={batch}
          empty="Any batch"
          onChange={(code) => setChosen((before) => ({ ...before, batch: code }))}
          options={batches.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <CheckField
          label="Let others going to this camp find me"
          hint="They see your community name and your batch. You can change this at any time."
          checked={listed}
          onChange={(isOn) => setChosen((before) => ({ ...before, listed: isOn }))}
        />
      </Form>
      <QueryResult query={buddies}>
        {({ pages }) =>
          (pages[0]?.meta.total ?? 0) === 0 ? (
            <EmptyState picture="people" title="Nobody else can be found here yet." />
          ) : (
            <>
              <ul className={styles.plain} aria-label="People looking for company">
                {pages.flatMap(({ data }) =>
                  data.map(({ id, name, batch: theirs }) => (
                    <li key={id}>
                      <b>{name}</b>
                      {theirs !== null && ` · ${theirs}`}
                    </li>
                  )),
                )}
              </ul>
              <MoreButton query={buddies} />
            </>
          )
        }
      </QueryResult>
      <p className={styles.soft}>
        Write in the group to arrange a bus. Meet at the motor park, among people.
      </p>
    </Card>
  )
}
