/** Inducing points and the projection of inputs onto them. */
package org.gpchain.internal.core.gp;
