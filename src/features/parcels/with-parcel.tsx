import type { Parcel } from '#contract/parcels/model'
import { hasParcelEnded } from '#contract/parcels/rules'
import { getParcel } from '#contract/parcels/endpoints'
import { hasShape } from '#contract/shape'
import { getParcelQuery } from './queries.ts'
import { toPhoneTime } from '#lib/clock'
import { read } from '#lib/device'
import { makePollInterval } from '#lib/live'
import { isNotFound } from '#lib/queries/retries'
import { onParcelChange, readParcel } from '#lib/vault'
import { QueryResult, type WaitingPage } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { MissingPage } from '#ui/missing-page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Renders a screen for the user's parcel in the URL (`?parcel=`). Shows links if there is none. */
export function WithParcel({ children, ...page }: ParcelProps) {
  const [params] = useSearchParams()
  const tracking_id = params.get('parcel') ?? ''
  return tracking_id === '' ? (
    <NoParcel />
  ) : (
    <OneParcel key={tracking_id} tracking_id={tracking_id} {...page}>
      {children}
    </OneParcel>
  )
}

/** The title and links of the page, while the parcel loads and afterwards. */
interface ParcelProps extends WaitingPage {
  title: string
  children: (parcel: Parcel) => ReactNode
}

function OneParcel({ tracking_id, children, ...page }: ParcelProps & { tracking_id: string }) {
  const parcel = useParcel(tracking_id)
  return (
    <QueryResult
      {...page}
      query={parcel}
      refused={{ not_found: () => <NoParcel />, invalid_input: () => <NoParcel /> }}
    >
      {(data) => <Fragment key={data.tracking_id}>{children(data)}</Fragment>}
    </QueryResult>
  )
}

/** Returns one of the user's parcels as a result for `#ui/query-result`: from the server, else from this phone. */
function useParcel(tracking_id: string) {
  const asked = useQuery({
    ...getParcelQuery(tracking_id),
    refetchInterval: ({ state }) =>
      !hasParcelEnded(state.data?.tracking.state) &&
      !isNotFound(state.error) &&
      makePollInterval(30_000)(),
  })
  const [kept, setKept] = useState(() => paidLast(tracking_id))
  useEffect(() => {
    let gone = false
    void readParcel(tracking_id).then((record) => {
      if (!gone && isWhole(record?.mine)) setKept({ mine: record.mine, at: record.saved_at })
    })
    return () => {
      gone = true
    }
  }, [tracking_id])
  const queries = useQueryClient()
  useEffect(
    () =>
      onParcelChange((record) => {
        void queries.invalidateQueries({ queryKey: ['getParcel', record.tracking_id] })
      }),
    [queries],
  )
  if (asked.data !== undefined || kept === undefined) return asked
  return { ...asked, data: kept.mine, dataUpdatedAt: toPhoneTime(kept.at) }
}

/** Returns whether the copy on this phone has all details of the parcel that this version shows. */
const isWhole = (mine: Parcel | undefined): mine is Parcel =>
  hasShape(getParcel.shape ?? 'any', mine)

function paidLast(tracking_id: string): { mine: Parcel; at: number } | undefined {
  const mine = read('current_parcel_booking')
  if (mine?.tracking_id !== tracking_id || !isWhole(mine)) return undefined
  return { mine, at: Date.parse(mine.server_time) }
}

function NoParcel() {
  return (
    <MissingPage
      title="Parcel not found"
      text="This parcel is not in your account."
      to="/waybill/summary"
      action="My parcels"
      other={<ButtonLink to="/track-parcel">Track a parcel</ButtonLink>}
    >
      With its waybill number you can follow a parcel that somebody else sends.
    </MissingPage>
  )
}
