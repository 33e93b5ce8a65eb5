import type { DeskMembership } from '#contract/members/model'
import { product } from '#contract/product'
import { QueryResult } from '#ui/query-result'
import { OutcomeNotice, useOutcome } from '#ui/desk/outcome'
import { CardList, DeskPage, MutedText } from '#ui/desk/page'
import { SelectField } from '#ui/fields'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ClaimCard } from './claim.tsx'
import { claimsQuery, type DeskClaim } from './queries.ts'

interface Folder {
  value: 'ours' | 'operators' | 'money' | 'answered'
  label: string
  empty: string
}

const holds = (folder: Folder['value'], { state, answers, recommended }: DeskClaim): boolean => {
  if (state === 'to_be_paid') return folder === 'money'
  if (state !== 'open') return folder === 'answered'
  // A claim with a recommendation waits for our staff, however small it is.
  return folder === (answers === 'staff' || recommended !== null ? 'ours' : 'operators')
}

const nothing = 'No claims are waiting.'
const money: Folder = {
  value: 'money',
  label: 'Accepted, not paid yet',
  empty: 'No claims are waiting for money.',
}
const answered: Folder = {
  value: 'answered',
  label: 'Answered',
  empty: 'No claims have been answered yet.',
}

/** Returns the folders of a desk. The one with its own claims comes first. */
const foldersAt = ({ operator }: DeskMembership): [Folder, ...Folder[]] =>
  operator === null
    ? [
        { value: 'ours', label: 'Ours to answer', empty: nothing },
        {
          value: 'operators',
          label: 'Operators answer',
          empty: 'No claims are waiting for operators.',
        },
        money,
        answered,
      ]
    : [
        { value: 'operators', label: 'Yours to answer', empty: nothing },
        {
          value: 'ours',
          label: `${product.name} answers`,
          empty: `No claims are waiting for ${product.name}.`,
        },
        money,
        answered,
      ]

const maxListed = 200

/** Claims for parcels: those of one operator, or at our own desk those of all operators. */
export function ClaimsScreen({ membership }: { membership: DeskMembership }) {
  const query = useQuery(claimsQuery(membership))
  const folders = foldersAt(membership)
  const [chosen, setChosen] = useState<string>(folders[0].value)
  const folder = folders.find(({ value }) => value === chosen) ?? folders[0]
  const answerable = query.data?.filter(
    (claim) => claim.state === 'open' && holds(folder.value, claim),
  )
  const { outcome, setOutcome } = useOutcome(answerable?.map(({ id }) => id))
  return (
    <DeskPage title="Claims">
      <OutcomeNotice outcome={outcome} />
      <QueryResult query={query}>
        {(claims) => {
          const here = claims.filter((claim) => holds(folder.value, claim))
          return (
            <>
              <SelectField
                label="Show"
                value={folder.value}
                options={folders.map(({ value, label }) => ({
                  value,
                  label: withCount(label, value, claims),
                }))}
                onChange={(value) => {
                  setChosen(value)
                  setOutcome(undefined)
                }}
              />
              {here.length === 0 && <MutedText>{folder.empty}</MutedText>}
              <CardList>
                {here.map((claim) => (
                  <ClaimCard
                    key={claim.id}
                    claim={claim}
                    membership={membership}
                    onOutcome={setOutcome}
                  />
                ))}
              </CardList>
              {folder.value === 'answered' && claims.length >= maxListed && (
                <MutedText>Older answers are not shown.</MutedText>
              )}
            </>
          )
        }}
      </QueryResult>
    </DeskPage>
  )
}

/** Adds the number of waiting claims to a label. The number of answered ones is unknown here. */
function withCount(label: string, folder: Folder['value'], claims: readonly DeskClaim[]): string {
  const count = claims.filter((claim) => holds(folder, claim)).length
  return folder === 'answered' || count === 0 ? label : `${label} (${count})`
}
