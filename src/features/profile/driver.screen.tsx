import type { Parcel } from '#contract/parcels/model'
import { hasEnded } from '#contract/parcels/states'
import { listParcelsQuery } from '#features/parcels'
import { DriverCard } from '#features/waybills'
import { Answer } from '#ui/answer'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

/** Who carries my parcels that are under way now. */
export function DriverScreen() {
  const parcels = useInfiniteQuery(listParcelsQuery)
  const underWay = parcels.data?.pages.flatMap(({ data }) => data).flatMap(withDriver)
  return (
    <Page title="Drivers" back={{ to: '/profile', label: 'Profile' }} narrow>
      <Answer query={{ ...parcels, data: underWay }}>
        {(all) =>
          all.length === 0 ? (
            <Nobody />
          ) : (
            all.map(({ tracking_id, route, driver }) => (
              <DriverCard key={tracking_id} driver={driver}>
                <h2>
                  <Link to={`/waybill/summary?parcel=${tracking_id}`}>
                    Parcel to {route.to_city}
                  </Link>
                </h2>
              </DriverCard>
            ))
          )
        }
      </Answer>
    </Page>
  )
}

const withDriver = ({ driver, tracking, ...parcel }: Parcel) =>
  driver === null || hasEnded(tracking.state) ? [] : [{ ...parcel, driver }]

function Nobody() {
  return (
    <Notice
      title="No driver is on the way for you."
      actions={
        <>
          <ButtonLink to="/waybill/summary" kind="primary">
            My parcels
          </ButtonLink>
          <ButtonLink to="/profile/trip">My trips</ButtonLink>
        </>
      }
    >
      <p>
        Once your parcel is on its bus, whoever carries it stands here: name, plate and a number to
        call.
      </p>
      <p>For a bus you travel on, the operator’s number is on your ticket.</p>
    </Notice>
  )
}
