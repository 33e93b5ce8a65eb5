import type { BoardingScan, Manifest } from '#contract/boarding/model'
import { cutText } from '#contract/cut-text'
import { normaliseReference } from '#contract/reference'
import { serverNow } from '#lib/clock'
import { getDeviceId } from '#lib/device/id'
import { useRef, useState } from 'react'
import {
  decideScannedText,
  decideTicketFacts,
  type TicketDecision,
  type BoardingStop,
  type ListedTicket,
  makeTicketFacts,
  type TicketDecisionData,
} from './decide.ts'
import { sendTicketChecks } from './send-checks.ts'
import { useNewCodeFilter } from './new-code-filter.ts'
import { type BoardingAttendant, storeCheck, type BoardingData, readBoardingData } from './store.ts'

/** Checks the tickets of one bus. A verdict on one of our tickets is stored on the phone before it is displayed. */
export function useTicketChecks(desk: BoardingAttendant, door: BoardingStop) {
  const [shown, setShown] = useState<TicketDecision>()
  const codes = useNewCodeFilter()
  const isBusy = useRef(false)

  const show = async (decision: Promise<TicketDecision> | TicketDecision) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      const decided = await decision
      await note(decided, desk, door)
      setShown(decided)
      void sendTicketChecks()
    } finally {
      isBusy.current = false
    }
  }
  const next = () => {
    codes.resume()
    setShown(undefined)
  }
  return {
    shown,
    /** Checks the code that a keyboard scanner has typed. */
    read: (text: string) =>
      show(decideScannedText(text, door, knownOf(readBoardingData()), serverNow())),
    /** Checks a code that is in front of the camera. */
    see: (text: string) => {
      if (!isBusy.current && codes.isNew(text))
        void show(decideScannedText(text, door, knownOf(readBoardingData()), serverNow()))
    },
    /** Checks a ticket that was typed or chosen from the list. Undefined means that no list contains it. */
    checkMatch: (found: TicketMatch | undefined) =>
      show(
        found === undefined
          ? { verdict: 'forged', why: 'not_found' }
          : decideTicketFacts(
              makeTicketFacts(found.row, found.manifest),
              door,
              knownOf(readBoardingData()),
              serverNow(),
            ),
      ),
    find: (written: string, kept: Pick<BoardingData, 'lists'>) => findByCode(written, door, kept),
    next,
    /** Lets in the traveller of the displayed ticket, after the counter has said that it sold the ticket. */
    letIn: async () => {
      if (shown === undefined || isBusy.current) return
      isBusy.current = true
      try {
        await note({ ...shown, verdict: 'valid' }, desk, door)
        void sendTicketChecks()
        next()
      } finally {
        isBusy.current = false
      }
    },
  }
}

const knownOf = ({ desk, lists, checks }: BoardingData): TicketDecisionData => ({
  keys: desk?.keys ?? [],
  lists: lists.map(({ manifest }) => manifest),
  scans: checks.map(({ scan }) => scan),
})

/** Stores a check, unless the code is not one of our tickets, or the attendant must still ask the counter. */
async function note(
  { verdict, facts, row }: TicketDecision,
  desk: BoardingAttendant,
  door: BoardingStop,
): Promise<void> {
  if (verdict === 'forged' || verdict === 'ask' || facts === undefined) return
  const { name: place } = desk.departures.find((one) => one.park.code === desk.park)?.park ?? {}
  const scan: BoardingScan = {
    id: crypto.randomUUID(),
    ticket_id: facts.ticket_id,
    trip_id: door.trip_id,
    seat: facts.seat,
    issue: facts.issue,
    verdict,
    scanned_at: new Date(serverNow()).toISOString(),
    device: getDeviceId(),
    ...(place !== undefined && { place: cutText(place, 80) }),
    ...(desk.by !== '' && { by: desk.by }),
  }
  await storeCheck({ scan, passenger: row?.passenger ?? facts.name })
}

export interface TicketMatch {
  row: ListedTicket
  manifest: Manifest
}

/**
 * Finds tickets by their code or the reference of their booking: all that are valid or used on this bus; otherwise one
 * of another bus or one that is no longer valid; otherwise one that is set aside for the counter.
 */
function findByCode(
  written: string,
  door: BoardingStop,
  { lists }: Pick<BoardingData, 'lists'>,
): TicketMatch[] {
  const wanted = normaliseReference(written)
  const all = lists.flatMap(({ manifest }) =>
    manifest.seats
      .filter((row) => row.code === wanted || row.booking === wanted)
      .map((row) => ({ row, manifest })),
  )
  const live = all.filter(({ row }) => /valid|used/.test(row.status))
  const here = live.filter((one) => one.manifest.trip.id === door.trip_id)
  if (here.length > 0) return here
  const others = live.length > 0 ? live : all
  return (others.length > 0 ? others : findSetAside(wanted, lists)).slice(0, 1)
}

/** Finds the ticket of a seat that is set aside. */
const findSetAside = (wanted: string, lists: BoardingData['lists']): TicketMatch[] =>
  lists.flatMap(({ manifest }) =>
    (manifest.set_aside ?? [])
      .filter(({ code }) => code === wanted)
      .map(({ seat, ticket_id, leg_from }) => ({
        row: { seat, ticket_id, leg_from, issue: 1, passenger: 'Counter sale' },
        manifest,
      })),
  )
