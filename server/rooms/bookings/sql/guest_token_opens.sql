-- Whether a guest's token opens a booking. This function is in PL/pgSQL, which caches the plan of the statement.
-- PostgreSQL before version 18 plans an SQL function at each call.
create or replace function guest_token_opens(b booking, p_sha256 bytea) returns boolean language plpgsql stable as $$
begin
  if b.guest_token_sha256 = p_sha256 then return true; end if;
  return exists (select from booking_proof p where p.token_sha256 = p_sha256 and p.booking_id = b.id);
end $$;
