-- Trigger: refuses to change a review after 30 days, unless it becomes the review of another trip. Also refuses to
-- verify a review by a trip that its author did not make with the subject, or whose boarding is not proved. A review
-- stays verified after its booking is deleted.
create or replace function guard_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.rating, old.body) is distinct from (new.rating, new.body)
    and old.first_at < now() - interval '30 days'
    and (new.first_at = old.first_at or new.booking_id is null or new.booking_id is not distinct from old.booking_id)
  then
    raise exception 'review % is older than 30 days', new.id using errcode = '23514', constraint = 'edited_within_30_days';
  end if;
  if new.vouched_by is distinct from 'trip' then
    if new.booking_id is not null then
      raise exception 'only a trip vouches for a review with a booking' using errcode = '23514', constraint = 'verified_by_trip';
    end if;
    return new;
  end if;
  if new.booking_id is null then
    if tg_op = 'UPDATE' and old.vouched_by = 'trip' and
        (old.person_id, old.operator_id, old.motor_park_id, old.business_id, old.rating, old.body)
        is not distinct from (new.person_id, new.operator_id, new.motor_park_id, new.business_id, new.rating, new.body) then
      return new;
    end if;
  elsif (tg_op = 'UPDATE' and (old.vouched_by, old.booking_id) is not distinct from (new.vouched_by, new.booking_id)
      or trip_vouches(new.booking_id)) and exists (
    select from booking b join trip t on t.id = b.trip_id join schedule s on s.id = t.schedule_id
    where b.id = new.booking_id and b.user_id = new.person_id and b.status in ('travelled', 'completed')
      and (s.operator_id = new.operator_id or exists (
        select from schedule_stop stop where stop.schedule_id = s.id
          and stop.position in (b.leg_from, b.leg_to)
          and (stop.motor_park_id = new.motor_park_id
            or stop.city_id = (select city_id from business
              where id = new.business_id and asked_by is distinct from new.person_id)))))
  then
    return new;
  end if;
  raise exception 'review % has no trip that vouches for it', new.id using errcode = '23514', constraint = 'verified_by_trip';
end $$;
