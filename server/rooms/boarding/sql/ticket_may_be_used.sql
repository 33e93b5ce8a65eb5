-- Whether a ticket may be used at the time p_at of a check: from six hours before its departure until a day after its
-- arrival. A time before the ticket existed, or in the future, comes from a wrong clock, so the current time is used
-- instead. A ticket of the counter exists since its seat was set aside, although its row is as old as the report of its
-- sale, which may come days after the check.
create or replace function ticket_may_be_used(p_ticket bytea, p_at timestamptz) returns boolean language sql stable as $$
  select case when p_at < coalesce(aside.made_at, k.created_at) - interval '5 minutes' then clock_timestamp()
      else least(p_at, clock_timestamp()) end
    between boards_at(k.trip_id, k.leg_from) - interval '6 hours'
      and t.departs_at + z.arrives_after_seconds * interval '1 second' + t.delay_minutes * interval '1 minute' + interval '24 hours'
  from ticket k
  join trip t on t.id = k.trip_id
  join schedule_stop z on z.schedule_id = t.schedule_id and z.position = k.leg_to
  left join (allotted_seat x join seat_allotment aside on aside.id = x.allotment_id) on x.ticket_id = k.id
  where k.id = p_ticket
$$;
