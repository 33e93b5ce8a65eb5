-- Nobody keeps more than two vehicles at a time that are not paid.
create or replace function limit_unpaid_charters() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('unpaid charters:' || new.person_id, 0));
  if (select count(*) from charter where person_id = new.person_id and state = 'awaiting_payment'
    and pay_until > clock_timestamp()) >= 2
  then
    raise exception 'two vehicles are not paid' using errcode = 'check_violation', constraint = 'unpaid_charters';
  end if;
  return new;
end $$;
