-- Returns how many of a booking's live tickets were boarded in time. At an operator with a boarding record, all of them
-- count once the trip has left.
create or replace function count_proved_tickets(p_booking uuid) returns int language sql stable as $$
  select count(*)::int
  from booking b join ticket k on k.booking_id = b.id and k.trip_id = b.trip_id
  join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id
  where b.id = p_booking and b.status in ('travelled', 'completed') and k.status in ('valid', 'used')
    and (has_boarding_record(s.operator_id) or ticket_was_boarded(k))
$$;
