/** HTTP with limits: who may ask, how much, how long, and how many at once. */
package org.gpchain.internal.server.http;
