/** The server: what it is put together from. */
package org.gpchain.internal.server;
