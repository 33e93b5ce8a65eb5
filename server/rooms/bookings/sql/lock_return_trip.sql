-- Locks the rows of both directions of a return trip for which money has arrived. Returns the price of those that were
-- not cancelled and, if the return trip can no longer be paid for, the reason: paid_twice if one is or was paid,
-- paid_late if all were cancelled unpaid.
create or replace function lock_return_trip(p_return_trip uuid) returns payable_wanted language plpgsql as $$
declare wanted payable_wanted;
begin
  perform from booking where return_trip_id = p_return_trip order by id for update;
  select coalesce(sum(total_kobo), 0), case
      when bool_or(status in ('confirmed', 'travelled', 'completed')) then 'paid_twice'
      when count(*) = 0 then case when exists (select from booking where return_trip_id = p_return_trip and paid_kobo > 0)
        then 'paid_twice' else 'paid_late' end
    end into wanted from live_directions(p_return_trip);
  return wanted;
end $$;
