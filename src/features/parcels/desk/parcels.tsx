import type { DeskMembership } from '#contract/members/model'
import { isPrivateDoor, maxCounterParcels } from '#contract/parcels/rules'
import type { CounterParcel } from '#contract/parcels/tracking'
import { formatNaira } from '#contract/money'
import { formatCount } from '#contract/quantities'
import { normaliseWaybill } from '#contract/reference'
import { formatDayTime } from '#lib/format'
import { Button, UnstyledButton } from '#ui/button'
import { OutcomeNotice, type OutcomeText } from '#ui/desk/outcome'
import { CardList, DeskPage, MutedText } from '#ui/desk/page'
import { SelectField } from '#ui/fields'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useLoadedSheet } from '#ui/use-sheet'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FindParcel } from './find-parcel.tsx'
import { findFolder, listFolderOptions } from './folders.ts'
import { emptyBusLoading, type BusLoadingDraft } from './bus-loading.tsx'
import { ParcelSheet } from './parcel-sheet.tsx'
import styles from './parcels.module.css'
import { counterParcelsQuery, parcelSearchQuery } from './queries.ts'
import { stateLabels } from './steps.ts'

/** The parcels that an operator carries: found by scan or by number, or listed by what they wait for. */
export function ParcelsScreen(_: { membership: DeskMembership }) {
  const query = useQuery(counterParcelsQuery)
  const [params, setParams] = useSearchParams()
  const [outcome, setOutcome] = useState<OutcomeText>()
  const [loading, setLoading] = useState<BusLoadingDraft>(emptyBusLoading)
  const { opened, open, close, find } = useFoundParcel(query.data, (search) =>
    setParams({ search }),
  )
  const search = params.get('search')
  return (
    <DeskPage title="Parcels">
      <OutcomeNotice outcome={outcome} />
      <FindParcel isPaused={opened !== undefined} onFind={find} />
      {search === null ? (
        <QueryResult query={query}>
          {(parcels) => <Folders parcels={parcels} onOpen={open} />}
        </QueryResult>
      ) : (
        <Matches search={search} onOpen={open} onBack={() => setParams({})} />
      )}
      {opened !== undefined && (
        <ParcelSheet
          parcel={opened}
          loading={loading}
          onLoading={setLoading}
          onClose={close}
          onDone={(text) => {
            close()
            setOutcome({ text })
          }}
        />
      )}
    </DeskPage>
  )
}

/** Returns the open parcel, and a search for one: first in the loaded list, which needs no network. */
function useFoundParcel(
  parcels: readonly CounterParcel[] | undefined,
  onSeveral: (search: string) => void,
) {
  const client = useQueryClient()
  const sheet = useLoadedSheet<'parcel'>(() => Promise.resolve())
  const [parcel, setParcel] = useState<CounterParcel>()
  const open = (found: CounterParcel) => {
    setParcel(found)
    sheet.open('parcel')
  }
  const find = async (search: string): Promise<boolean> => {
    const number = normaliseWaybill(search)
    const here = parcels?.find((one) => one.waybill === number || one.tracking_id === number)
    if (here !== undefined) {
      open(here)
      return true
    }
    const found = await client.fetchQuery(parcelSearchQuery(search))
    const [first] = found
    if (found.length === 1 && first !== undefined) open(first)
    if (found.length > 1) onSeveral(search)
    return found.length > 0
  }
  return {
    // Others work on the same parcels, so the newest list has the newest state.
    opened:
      sheet.name === undefined
        ? undefined
        : (parcels?.find((one) => one.tracking_id === parcel?.tracking_id) ?? parcel),
    open,
    close: sheet.close,
    find,
  }
}

interface ListProps {
  onOpen: (parcel: CounterParcel) => void
}

/** The parcels by what they wait for, of all motor parks or of one. The URL contains the choice. */
function Folders({ parcels, onOpen }: ListProps & { parcels: readonly CounterParcel[] }) {
  const [params, setParams] = useSearchParams()
  const park = params.get('park') ?? ''
  const ends = parcels.flatMap((one) => [
    [one.from_park, one.from_place] as const,
    [one.to_park, one.to_place] as const,
  ])
  const parks = new Map(ends.filter(([, name]) => !isPrivateDoor(name)))
  const here = parcels.filter(
    ({ from_park, to_park }) => park === '' || park === from_park || park === to_park,
  )
  const folder = findFolder(params.get('show'), here)
  const shown = here.filter((parcel) => folder.holds(parcel))
  const isCut = parcels.length >= maxCounterParcels
  const choose = (next: Record<string, string>) =>
    setParams({ show: folder.value, ...(park && { park }), ...next }, { replace: true })
  return (
    <>
      <div className={styles.filters}>
        <SelectField
          label="Show"
          value={folder.value}
          options={listFolderOptions(here)}
          onChange={(show) => choose({ show })}
        />
        <SelectField
          label="Motor park"
          value={park}
          options={[
            { value: '', label: 'All parks' },
            ...[...parks].map(([value, label]) => ({ value, label })),
          ]}
          onChange={(code) => choose({ park: code })}
        />
      </div>
      {isCut && (
        <MutedText>
          Only {formatCount(maxCounterParcels, 'parcel')} are listed. Find any other by its number.
        </MutedText>
      )}
      {shown.length === 0 && !isCut && <MutedText>{folder.empty}</MutedText>}
      <ParcelList parcels={shown} onOpen={onOpen} />
    </>
  )
}

/** The parcels of a phone number. */
function Matches({ search, onOpen, onBack }: ListProps & { search: string; onBack: () => void }) {
  const query = useQuery(parcelSearchQuery(search))
  return (
    <>
      <h2>Found for {search}</h2>
      <QueryResult query={query}>
        {(parcels) => (
          <>
            {parcels.length === 0 && <MutedText>You carry no parcels with this.</MutedText>}
            <ParcelList parcels={parcels} onOpen={onOpen} />
          </>
        )}
      </QueryResult>
      <Button onClick={onBack}>All parcels</Button>
    </>
  )
}

function ParcelList({ parcels, onOpen }: ListProps & { parcels: readonly CounterParcel[] }) {
  return (
    <CardList>
      {parcels.map((parcel) => (
        <Card as="li" key={parcel.tracking_id} label={parcel.waybill}>
          <UnstyledButton className={styles.parcel} onClick={() => onOpen(parcel)}>
            <b className={styles.number}>{parcel.waybill}</b>
            <span>
              {parcel.from_place} → {parcel.to_place}
            </span>
            <span>{describePeople(parcel)}</span>
            <MutedText as="span">{describeWait(parcel)}</MutedText>
          </UnstyledButton>
        </Card>
      ))}
    </CardList>
  )
}

/**
 * Names receiver and sender, each with the end of their phone number, which tells people of one name apart. Empty once
 * names and phones are deleted.
 */
function describePeople(parcel: CounterParcel): string {
  const { receiver_name, receiver_phone, sender_name, sender_phone } = parcel
  const people = [
    ['To', receiver_name, receiver_phone],
    ['From', sender_name, sender_phone],
  ] as const
  return people
    .filter(([, name]) => name !== null)
    .map(([word, name, phone]) =>
      phone === null ? `${word} ${name}` : `${word} ${name} (…${phone.slice(-4)})`,
    )
    .join(' · ')
}

/** Says what a parcel waits for: its bus before it leaves, then its state, with the storage fee that is due. */
function describeWait({ state, departs_at, zone, size, storage }: CounterParcel): string {
  if (state === 'paid' || state === 'received')
    return `${size} · ${formatDayTime(departs_at, zone)}`
  const due_kobo = storage?.due_kobo ?? 0
  return due_kobo > 0 ? `${stateLabels[state]} · ${formatNaira(due_kobo)} due` : stateLabels[state]
}
