import { setReservationTerms } from '#contract/counter/endpoints'
import { reservationHours, reservationLeadHours } from '#contract/policy'
import { formatCount } from '#contract/quantities'
import { call } from '#lib/api'
import { MutedText } from '#ui/desk/page'
import { CheckField } from '#ui/choices'
import { SelectField } from '#ui/fields'
import { FailureNotice } from '#ui/form'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { reservationTermsQuery } from './queries.ts'

const hours = Array.from({ length: reservationLeadHours.most }, (_, index) => index + 1)

const options = hours.map((count) => ({
  value: String(count),
  label: `Until ${formatCount(count, 'hour')} before departure`,
}))

/** Sets whether travellers may reserve seats on the phone and pay for them at the counter. */
export function PayAtParkSettings() {
  const query = useQuery(reservationTermsQuery)
  const client = useQueryClient()
  const setting = useMutation({
    mutationFn: (lead_hours: number | null) => call(setReservationTerms, { lead_hours }),
    onSuccess: (terms) => client.setQueryData(reservationTermsQuery.queryKey, terms),
  })
  return (
    <Card label="Pay cash at the park">
      <h2>Pay cash at the park</h2>
      <QueryResult query={query}>
        {(terms) => {
          const lead_hours = setting.isPending ? setting.variables : terms.lead_hours
          return (
            <>
              <CheckField
                label="Travellers may reserve on the phone and pay at the counter"
                checked={lead_hours !== null}
                onChange={(checked) => setting.mutate(checked ? reservationLeadHours.usual : null)}
              />
              {lead_hours !== null && (
                <SelectField
                  label="Seats are kept"
                  value={String(lead_hours)}
                  options={options}
                  onChange={(value) => setting.mutate(Number(value))}
                />
              )}
            </>
          )
        }}
      </QueryResult>
      <FailureNotice error={setting.error} />
      <MutedText>
        Seats are kept for at most {formatCount(reservationHours, 'hour')}, and then are free for
        others. Seats that are reserved already stay so.
      </MutedText>
    </Card>
  )
}
