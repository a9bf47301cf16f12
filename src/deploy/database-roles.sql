-- Two roles on a PostgreSQL server: the owner of the tables, who migrates, and the one that serves. See src/help/database-roles.md.
-- Run it as an administrator of the server, with passwords of your own.
create role equipoise_owner login password 'change this one';
create role equipoise login password 'and this one';
create database equipoise owner equipoise_owner encoding 'UTF8' template template0;
revoke all on database equipoise from public;
grant connect, temporary on database equipoise to equipoise;
