import type { Db } from '#server/db/client'
import { sql } from '#server/db/sql'

/** Canned answers at the desks of the demo: of an operator and of our support. */
const answers = [
  {
    operator: 'harmattan-lines',
    title: 'Something was left on the bus',
    body: 'Thank you for writing. Our counter keeps what is found for 14 days. Please tell us your seat and what it looks like, and bring your ticket when you come for it.',
  },
  {
    operator: 'harmattan-lines',
    title: 'How much luggage',
    body: 'One bag in the hold and one small bag with you are in the fare. More is paid by weight at the park.',
  },
  {
    operator: null,
    title: 'When a refund arrives',
    body: 'A refund goes back the way you paid, usually within 10 working days. Your trip shows where it is.',
  },
  {
    operator: null,
    title: 'The operator does not answer',
    body: 'We are sorry. We have called the operator and will write here as soon as they have answered.',
  },
] as const

/** Stores the canned answers. Existing ones with the same title do not change. */
export async function writeCannedAnswers(db: Db): Promise<void> {
  for (const { operator, title, body } of answers)
    await sql`
      insert into canned_answer (id, desk_id, title, body)
      select gen_random_uuid(), o.id, ${title}, ${body}
      from (select) one left join operator o on o.code = ${operator}
      where o.id is not null or ${operator}::text is null
      on conflict do nothing`.execute(db)
}
