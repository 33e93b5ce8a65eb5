-- Trigger: money is entered only in an open shift, which cannot be closed before the transaction ends.
create or replace function check_shift_is_open() returns trigger language plpgsql as $$
begin
  perform from counter_shift where id = new.shift_id and closed_at is null for share;
  if not found then raise exception 'the shift % is closed', new.shift_id using errcode = 'check_violation'; end if;
  return new;
end $$;
