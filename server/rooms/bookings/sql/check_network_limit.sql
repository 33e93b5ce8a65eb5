-- Returns null if a network may hold p_seats more seats, otherwise proof_needed or network_busy. The limits are for the
-- unpaid seats of its unknown people (holder_is_known). On one departure: a fifth of the seats, three tenths with proof
-- of work, and always at least six. On all departures: 150 seats, or 200 with proof of work. Seats that unknown people
-- have paid for raise the limits. Payments of known people do not, since an abuser behind the same IP address would
-- profit. Releases idle holds of the network, but not p_spared, if that makes room.
create or replace function check_network_limit(
  p_network text, p_trip uuid, p_sellable int, p_seats int, p_old uuid[], p_proof text, p_factor real,
  p_spared uuid
) returns text language plpgsql as $$
declare
  open_here int;
  open_all int;
  paid_here int;
  paid_lately int;
  most_here int;
  most_all int;
  since constant timestamptz := clock_timestamp() - interval '45 minutes';
begin
  select coalesce(sum(n) filter (where is_open and trip_id = p_trip), 0), coalesce(sum(n) filter (where is_open), 0),
      coalesce(sum(n) filter (where is_paid and trip_id = p_trip), 0),
      coalesce(sum(n) filter (where is_paid and confirmed_at > clock_timestamp() - interval '30 minutes'), 0)
    into open_here, open_all, paid_here, paid_lately
    from (
      select cardinality(b.seats) as n, b.trip_id, b.confirmed_at,
        b.status in ('held', 'awaiting_payment') and b.hold_expires_at > clock_timestamp()
          and not b.is_vouched and b.id <> all (p_old) as is_open,
        b.status in ('confirmed', 'travelled', 'completed') and not b.is_vouched as is_paid
      from booking b where b.network = p_network and b.created_at > since
    ) lately;
  most_here := greatest(6, p_sellable * 3 / 10) * p_factor + paid_here;
  most_all := 200 * p_factor + paid_lately * 6 / 10;
  if open_here + p_seats > greatest(6, p_sellable / 5) * p_factor + paid_here
    or open_all + p_seats > 150 * p_factor + paid_lately / 2
  then
    if p_proof is null then return 'proof_needed'; end if;
    insert into spent_proof (id, expires_at) values (p_proof, clock_timestamp() + interval '10 minutes')
      on conflict do nothing;
    if not found then return 'proof_needed'; end if;
  end if;
  if open_here + p_seats > most_here then
    if free_idle_holds(p_network, p_trip, open_here + p_seats - most_here, p_spared) = 0 then
      return 'network_busy';
    end if;
    open_all := open_all - (open_here + p_seats - most_here);
  end if;
  if open_all + p_seats > most_all
    and free_idle_holds(p_network, null, open_all + p_seats - most_all, p_spared) = 0
  then
    return 'network_busy';
  end if;
  return null;
end $$;
