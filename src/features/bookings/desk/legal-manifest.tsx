import { formatParkPlace } from '#contract/trips/rules'
import { countBabies, legalManifestFields } from '#contract/boarding/rules'
import type { LegalManifest, LegalManifestPassenger } from '#contract/boarding/sheet'
import { genderLabels } from '#contract/bookings/rules'
import { formatPhone } from '#contract/phone'
import { formatCount } from '#contract/quantities'
import { formatDepartureMoment } from '#features/boarding'
import { computeDay, formatDay, formatTime } from '#lib/format'
import { Button } from '#ui/button'
import { DeskPage, MutedText } from '#ui/desk/page'
import { FactList } from '#ui/facts'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import styles from './legal-manifest.module.css'
import { legalManifestQuery } from './queries.ts'

/** The manifest that the law requires, on the screen and, when printed, on A4. */
export function LegalManifestScreen({ id }: { id: string }) {
  const query = useQuery(legalManifestQuery(id))
  const [params] = useSearchParams()
  const back = new URLSearchParams(params)
  back.delete('view')
  return (
    <DeskPage title="Passenger manifest" wide>
      <Link className={styles.screenOnly} to={{ search: back.toString() }}>
        Back to the departure
      </Link>
      <QueryResult query={query}>{(manifest) => <Paper manifest={manifest} />}</QueryResult>
    </DeskPage>
  )
}

function Paper({ manifest }: { manifest: LegalManifest }) {
  const { passengers } = manifest
  const missing = listMissing(manifest)
  return (
    <div className={styles.paper}>
      <div className={styles.screenOnly}>
        <Button kind="primary" onClick={() => print()}>
          Print
        </Button>
        <MutedText>
          The log shows who has opened this list. It is not stored on this device.
        </MutedText>
      </div>
      {missing.length > 0 && <Notice tone="warning" title={`Missing: ${missing.join(', ')}`} />}
      <Card label="The trip">
        <Head manifest={manifest} />
      </Card>
      {passengers.length === 0 ? (
        <MutedText>Nobody has a ticket yet.</MutedText>
      ) : (
        <PassengerTable passengers={passengers} />
      )}
    </div>
  )
}

const detailLabels = { phone: 'Phone', address: 'Address', next_of_kin: 'Next of kin' } as const

/** Lists what is missing: “plate, driver, next of kin of 2 passengers”. */
function listMissing({ plate, driver, passengers }: LegalManifest): string[] {
  const counts = legalManifestFields.map((field) => ({
    label: detailLabels[field].toLowerCase(),
    count: passengers.filter(({ missing }) => missing.includes(field)).length,
  }))
  return [
    ...(plate === null ? ['plate'] : []),
    ...(driver.name === null ? ['driver'] : []),
    ...counts
      .filter(({ count }) => count > 0)
      .map(({ label, count }) => `${label} of ${formatCount(count, 'passenger')}`),
  ]
}

const placeOf = ({ city, park }: LegalManifest['to']) => `${city}, ${park}`

/** Formats a time with its year, since printed manifests are stored for years. */
const formatPrintedTime = (at: string, zone: string) =>
  `${formatTime(at, zone)}, ${formatDay(computeDay(at, zone))}`

const withPhone = (name: string, phone: string | null) =>
  phone === null ? name : `${name}, ${formatPhone(phone)}`

function Head({ manifest }: { manifest: LegalManifest }) {
  const { operator, vehicle, plate, driver, from, to, zone, passengers } = manifest
  const babies = countBabies(passengers)
  return (
    <FactList
      facts={[
        ['Operator', withPhone(operator.name, operator.phone)],
        ['Bus', vehicle],
        ['Plate', plate ?? <Missing key="plate">Plate missing</Missing>],
        [
          'Driver',
          driver.name === null ? (
            <Missing key="driver">Driver missing</Missing>
          ) : (
            withPhone(driver.name, driver.phone)
          ),
        ],
        ['Leaves', formatDepartureMoment(manifest)],
        ['From', formatParkPlace({ ...from, name: from.park })],
        ['To', placeOf(to)],
        [
          'People',
          [
            formatCount(passengers.length, 'passenger'),
            babies > 0 && formatCount(babies, 'baby on a lap', 'babies on laps'),
          ]
            .filter(Boolean)
            .join(' and '),
        ],
        ['As of', formatPrintedTime(manifest.generated_at, zone)],
      ]}
    />
  )
}

const Missing = ({ children }: { children: ReactNode }) => (
  <b className={styles.missing}>{children}</b>
)

const columns = ['Seat', 'Name', 'Phone', 'Address', 'Next of kin', 'From', 'To'] as const

/** A table, whose rows are blocks on a narrow screen. */
const PassengerTable = ({ passengers }: Pick<LegalManifest, 'passengers'>) => (
  <table className={styles.table}>
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {passengers.map((one) => (
        <PassengerRow key={`${one.booking}.${one.seat}`} passenger={one} />
      ))}
    </tbody>
  </table>
)

function PassengerRow({ passenger }: { passenger: LegalManifestPassenger }) {
  const { seat, full_name, gender, infant_name, phone, address, next_of_kin: kin } = passenger
  const detail = (field: keyof typeof detailLabels, given: ReactNode) => {
    if (passenger.missing.includes(field)) return <Missing>{detailLabels[field]} missing</Missing>
    return given ?? 'Deleted'
  }
  const cells: Record<(typeof columns)[number], ReactNode> = {
    Seat: seat,
    Name: (
      <>
        <b>{full_name}</b>
        {gender !== null && `, ${genderLabels[gender].toLowerCase()}`}
        {infant_name !== null && <span className={styles.baby}>and baby {infant_name}</span>}
      </>
    ),
    Phone: detail('phone', phone === null ? null : formatPhone(phone)),
    Address: detail('address', address),
    'Next of kin': detail('next_of_kin', kin && withPhone(kin.full_name, kin.phone)),
    From: placeOf(passenger.from),
    To: placeOf(passenger.to),
  }
  return (
    <tr>
      {columns.map((name) => (
        <td key={name} data-label={name}>
          <span>{cells[name]}</span>
        </td>
      ))}
    </tr>
  )
}
