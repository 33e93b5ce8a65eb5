import { IssuedTickets } from '#features/counter'
import { MutedText } from '#ui/desk/page'
import { QueryResult } from '#ui/query-result'
import { useQuery } from '@tanstack/react-query'
import { soldTicketsQuery } from './queries.ts'
import { makeDirectionTickets } from './direction-tickets.ts'

/** The valid tickets of a sale, to print them again if the printer failed or the answer of a sale or move was lost. */
export function SoldTicketsCard({ reference }: { reference: string }) {
  const query = useQuery(soldTicketsQuery(reference))
  return (
    <QueryResult query={query}>
      {(sale) =>
        sale.tickets.length === 0 ? (
          <MutedText>All tickets are used or cancelled.</MutedText>
        ) : (
          <IssuedTickets
            label="Tickets"
            outcome="Tickets"
            operator={sale.booking.trip.operator.name}
            directions={[makeDirectionTickets(sale)]}
          />
        )
      }
    </QueryResult>
  )
}
