/** The annotation server: its options and endpoints. */
package org.gpchain.internal.server;
