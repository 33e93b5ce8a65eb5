import type { Deps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { insertDeskAnswer, advanceReadMarks } from '#server/rooms/support'
import {
  findWaitingConversations,
  lockWaitingConversation,
  type WaitingConversation,
} from '#demo/country/answering-repository'

/** Seconds after which the simulated staff mark a message as read, and after which they answer. */
const delays_s = { read_after: 1, answer_after: 4 }
const every_ms = 1000

/**
 * Answers conversations with our support line and the operators in the demo, and says that it is not a person. Any
 * number of processes may run it: only one of them answers a conversation. Returns a function that stops it.
 */
export function answerConversations(deps: Pick<Deps, 'db' | 'log'>): () => void {
  let isBusy = false
  const look = async () => {
    if (isBusy) return
    isBusy = true
    await answerWaitingConversations(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'the simulated staff could not answer'),
    )
    isBusy = false
  }
  const timer = setInterval(() => void look(), every_ms).unref()
  return () => clearInterval(timer)
}

/** Marks waiting conversations as read, and answers those that have waited long enough. */
export async function answerWaitingConversations(
  { db }: Pick<Deps, 'db'>,
  after: typeof delays_s = delays_s,
): Promise<void> {
  for (const one of await findWaitingConversations(db, after))
    await inTransaction(db, async (tx) => {
      const { id, desk_id, seq } = one
      if (!(await lockWaitingConversation(tx, id))) return
      await advanceReadMarks(tx, { desk_id }, { id, got: seq, read: seq })
      if (one.is_due)
        await insertDeskAnswer(
          tx,
          { desk_id },
          {
            id,
            body: chooseReply(one),
            author: { id: null, name: `Stand-in for ${one.desk_name}`.slice(0, 60) },
          },
        )
    })
}

const hints: readonly (readonly [about: RegExp, words: string])[] = [
  [
    /refund|money|paid|pay|wallet/i,
    'Money: open Trips and tap the booking. Its refunds and where they went are there.',
  ],
  [
    /late|where.*bus|delay/i,
    'A late bus: open the ticket. It shows the new time, the plate and what the operator says.',
  ],
  [
    /bag|luggage|left|lost/i,
    'Something left on the bus: the operator’s phone number is on your ticket; drivers hand things in at the last park.',
  ],
  [
    /parcel|waybill/i,
    'A parcel: “Track a parcel” shows every scan. Counters may take two hours to report.',
  ],
  [
    /cancel|change|move/i,
    'To change or cancel: My trips, then the booking. You see your refund to the kobo before you confirm.',
  ],
]

function chooseReply({ body, answers }: WaitingConversation): string {
  const hint = hints.find(([about]) => about.test(body))?.[1]
  const words = hint ?? 'In the real product a member of staff would read this and answer you here.'
  return answers === 0
    ? `I am part of this demo, not a person. I answer so that you can see how it works.\n\n${words}`
    : `(Demo answer) ${words}`
}
