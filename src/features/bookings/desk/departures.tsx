import type { OperatorDeparture } from '#contract/boarding/model'
import type { DeskMembership } from '#contract/members/model'
import { formatCount } from '#contract/quantities'
import { DepartureLimitNote, formatDepartureTime } from '#features/boarding'
import { serverNow } from '#lib/clock'
import { today } from '#lib/format'
import { parseDayParameter } from '#lib/url-parameters'
import { DeskPage, MutedText } from '#ui/desk/page'
import { DateField } from '#ui/fields'
import { CoverLink, LinkCard } from '#ui/cover-link'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import { DepartureScreen } from './departure.tsx'
import { describeSeats } from './describe-seats.ts'
import styles from './departures.module.css'
import { isWithdrawn, withdrawnLabel } from './withdrawn.ts'
import { LegalManifestScreen } from './legal-manifest.tsx'
import { DepartureParkField } from './park-field.tsx'
import { departuresQuery, livePolling } from './queries.ts'

/** Displays the departures of a day, one departure, or its passenger manifest, depending on the URL. */
export function DeparturesScreen({ membership }: { membership: DeskMembership }) {
  const { id } = useParams()
  const [params] = useSearchParams()
  if (id === undefined) return <DayList />
  return params.get('view') === 'manifest' && membership.may.includes('counter') ? (
    <LegalManifestScreen id={id} />
  ) : (
    <DepartureScreen id={id} membership={membership} />
  )
}

/** The departures of today or of another day, from all motor parks or from one. The URL contains day and park. */
function DayList() {
  const [params, setParams] = useSearchParams()
  const date = parseDayParameter(params, 'day') || today()
  const park = params.get('park') ?? ''
  const query = useQuery({ ...departuresQuery(date, { park }), ...livePolling })
  const show = (next: Record<string, string>) =>
    setParams({ day: date, ...(park && { park }), ...next }, { replace: true })
  return (
    <DeskPage title="Departures" wide>
      <div className={styles.filters}>
        <DateField label="Day" value={date} onChange={(day) => day && show({ day })} />
        <DepartureParkField day={date} value={park} onChange={(code) => show({ park: code })} />
      </div>
      <QueryResult query={query}>
        {(departures) => {
          if (departures.length === 0)
            return (
              <MutedText>No departures {park !== '' && 'from this park '}on this day.</MutedText>
            )
          const left = departures.filter(hasLeft)
          const next = departures.filter((one) => !hasLeft(one))
          return (
            <>
              <Departures departures={next} day={date} />
              {left.length > 0 && <h2>Left already</h2>}
              <Departures departures={left} day={date} />
              <DepartureLimitNote departures={departures} />
            </>
          )
        }}
      </QueryResult>
    </DeskPage>
  )
}

const hasLeft = ({ status }: OperatorDeparture) => status === 'departed' || status === 'completed'

interface DayProps {
  /** The day of the list, which the screen of a departure passes on. */
  day: string
}

const Departures = ({
  departures,
  day,
}: DayProps & { departures: readonly OperatorDeparture[] }) => (
  <ul className={styles.departures}>
    {departures.map((one) => (
      <DepartureCard key={`${one.trip_id}.${one.position}`} departure={one} day={day} />
    ))}
  </ul>
)

function DepartureCard({ departure, day }: DayProps & { departure: OperatorDeparture }) {
  const { trip_id, park, to, travellers, aboard, vehicle, plate, seats, seat_counts } = departure
  const time = formatDepartureTime(departure)
  return (
    <LinkCard label={`${time}, ${park.name} to ${to}`}>
      <CoverLink to={`/departures/${trip_id}?park=${park.code}&day=${day}`} className={styles.trip}>
        <b className={styles.time}>{time}</b>
        <span>
          {park.name} → {to}
        </span>
      </CoverLink>
      <MutedText>
        {describeStatus(departure)} · {formatCount(travellers, 'traveller')}, {aboard} aboard ·{' '}
        {vehicle}
        {plate !== null && ` · ${plate}`}
      </MutedText>
      <MutedText>{seat_counts ? describeSeats(seat_counts) : formatCount(seats, 'seat')}</MutedText>
    </LinkCard>
  )
}

function describeStatus(departure: OperatorDeparture): string {
  const { status, sales_closed, sales_close_at } = departure
  if (isWithdrawn(departure)) return withdrawnLabel
  const isOver =
    sales_closed === true ||
    (sales_close_at !== undefined && Date.parse(sales_close_at) <= serverNow())
  return isOver && status === 'scheduled' ? 'Sales closed' : statusLabels[status]
}

const statusLabels = {
  scheduled: 'On sale',
  boarding: 'Boarding',
  departed: 'On the road',
  completed: 'Arrived',
  cancelled: 'Cancelled',
} as const satisfies Record<OperatorDeparture['status'], string>
