-- An operator's people do by login what its keys do: five more roles, and who acted beside each act of a key.

alter table member drop constraint role_of_its_desk, add constraint role_of_its_desk check (role = any (
  case when operator_id is null then array['support', 'moderator', 'admin']
    else array['owner', 'manager', 'counter', 'attendant', 'finance', 'agent'] end));
alter table member_invitation drop constraint role_of_its_desk, add constraint role_of_its_desk check (role = any (
  case when operator_id is null then array['support', 'moderator', 'admin']
    else array['owner', 'manager', 'counter', 'attendant', 'finance', 'agent'] end));

alter table boarding_scan alter column key_id drop not null,
  add column member_id uuid references member,
  add constraint checked_by_one check (num_nonnulls(key_id, member_id) = 1);

alter table parcel_event add column member_id uuid references member,
  add constraint scanned_by_one check (num_nonnulls(key_id, member_id) <= 1);

alter table invoice add column member_id uuid references member,
  add constraint issued_by_one check (num_nonnulls(key_id, member_id, staff_key_id) <= 1);
drop trigger limited on invoice;
create trigger limited before insert on invoice
  for each row when (num_nonnulls(new.key_id, new.member_id) > 0) execute function limit_operator_invoices();

alter table single_departure add column member_id uuid references member;

-- Keys act at desks too.
alter table audit_entry add column key_id uuid references operator_key,
  add column staff_key_id uuid references staff_key,
  add constraint done_by_one check (num_nonnulls(member_id, key_id, staff_key_id) <= 1);
create index audit_entry_subject on audit_entry (operator_id, subject, id desc) where subject is not null;
