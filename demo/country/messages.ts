import { sql } from '#server/db/sql'
import { demoPeople } from './people.ts'
import { makeSeedId } from './random.ts'
import type { DemoContext } from './rows.ts'

/** Sender, days before today, time in Lagos, and text. */
type SeedMessage = readonly [
  sender: 'person' | 'business',
  days: number,
  time: string,
  body: string,
]

const [ada, bala] = demoPeople

/** Conversations of the demo's people with our support line, oldest first. */
const conversations: readonly { email: string; said: readonly SeedMessage[] }[] = [
  {
    email: ada.email,
    said: [
      [
        'person',
        34,
        '16:12',
        'Good afternoon. I travel to Abuja tomorrow with one big bag and a cooler. Is there an extra charge for the cooler?',
      ],
      [
        'business',
        34,
        '16:31',
        'Good afternoon, Ada. The trip page says under “Luggage” what is free. A cooler on top of that is weighed and paid for at the motor park, not in the app. Come 40 minutes early, then the loaders have time for it.\n\nNgozi',
      ],
      ['person', 34, '16:34', 'Thank you Ngozi. I will come early.'],
      [
        'person',
        4,
        '09:05',
        'I cancelled my seat to Port Harcourt this morning. Where is my money?',
      ],
      [
        'business',
        4,
        '09:22',
        'It is in your wallet already: you cancelled more than a day before departure, so only 10% was kept. Open Profile, then Wallet, and you see it as the newest line. You can pay for your next trip with it.\n\nSamuel',
      ],
      ['person', 4, '09:24', 'I have seen it. That was quick!'],
      [
        'person',
        1,
        '19:47',
        'My daughter comes with me to Abuja. Does she need an ID at the park?',
      ],
      [
        'business',
        1,
        '20:03',
        'No, a child needs no ID when you travel with her. Her name is on your booking and that is enough. Show both tickets when you board; they also open without a network.\n\nNgozi',
      ],
    ],
  },
  {
    email: bala.email,
    said: [
      [
        'person',
        2,
        '11:18',
        'I booked Abuja to Kaduna on this phone without logging in. How do I get the booking into my account?',
      ],
      [
        'business',
        2,
        '11:40',
        'Log in and open Trips. We look for bookings with your phone number or email. Yours is at the top, and you add it with one tap. The ticket stays the same.\n\nSamuel',
      ],
    ],
  },
]

export async function writeMessages({ db, seed, today }: DemoContext): Promise<void> {
  for (const { email, said } of conversations) {
    const id = makeSeedId(seed, `conversation ${email}`)
    await sql`
      insert into conversation (id, person_id, created_at)
      select ${id}, id, (${today}::date - ${said[0]?.[1] ?? 0}::int + time '08:00') at time zone 'Africa/Lagos'
      from person where id = ${makeSeedId(seed, `person ${email}`)}
      on conflict do nothing`.execute(db)
    await sql`
      insert into message (id, conversation_id, sender, body, sent_at)
      select m.id, c.id, sender, body, (${today}::date - days + time) at time zone 'Africa/Lagos'
      from jsonb_to_recordset(${JSON.stringify(
        said.map(([sender, days, time, body], at) => ({
          id: makeSeedId(seed, `message ${email} ${at}`),
          at,
          sender,
          days,
          time,
          body,
        })),
      )}::jsonb) m (id uuid, at int, sender text, days int, time time, body text)
      join conversation c on c.id = ${id}
      order by at`.execute(db)
    // The last answer is unread.
    await sql`
      update conversation set person_got = last_seq, person_read = last_seq - 1, desk_got = last_seq, desk_read = last_seq
      where id = ${id}`.execute(db)
  }
}
