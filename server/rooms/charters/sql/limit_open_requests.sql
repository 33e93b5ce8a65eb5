-- Trigger: limits a person to five open requests.
create or replace function limit_open_requests() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('charter requests:' || new.person_id, 0));
  -- A repeated client_ref counts as the same request.
  if exists (select from charter_request where person_id = new.person_id and client_ref = new.client_ref) then return new; end if;
  if (select count(*) from charter_request where person_id = new.person_id and state = 'open'
    and open_until > clock_timestamp()) >= 5
  then
    raise exception 'five requests are open' using errcode = 'check_violation', constraint = 'open_requests';
  end if;
  return new;
end $$;
